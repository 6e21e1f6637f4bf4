import { expect } from 'chai';
import { installCrds } from '../../../cluster/custom-resources.ts';
import { installKpack, type Kpack } from '../../../cluster/kpack/kpack.ts';
import type { NodeCluster } from '../../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../../cluster/node/one-node-cluster.ts';
import { kubectlOutput } from '../../../integration/crds/kubectl.ts';
import { listedDifferences } from '../../../unit/kpack/listed-differences.ts';
import { buildCommand } from '../../../support/command.ts';
import { pushOwnImages, type OwnImages } from '../../../support/own-images.ts';
import { startController } from '../../../support/running-controller.ts';
import { startSeriesBed, type SeriesBed } from './series-bed.ts';
import { compareSnapshots } from './series-comparison.ts';
import { STEPS } from './series-steps.ts';
import { runSeries, type Series } from './series.ts';

const ROWS = [
  'fields-of-our-own',
  'kind-of-the-builder',
  'meaning-behind-the-words',
  'rebase-by-the-lifecycle',
  'report-as-json',
];

/** The rows of docs/reference/kpack-differences.md that each backend shows. */
const BACKENDS: Readonly<Record<'native' | 'tekton', readonly string[]>> = {
  native: ROWS,
  tekton: [...ROWS, 'container-names-of-tekton', 'results-of-tekton', 'skipped-steps-of-tekton'],
};

// The order of the steps and their effects is in series-steps.ts.
describe("The life of an Image on the node with kpack's controller and with taskpack", function () {
  this.timeout(1_800_000);
  let cluster: NodeCluster;
  let kpack: Kpack | undefined;
  let bed: SeriesBed | undefined;
  let own: OwnImages;
  let theirs: Series;

  before(async () => {
    cluster = await oneNodeCluster();
    buildCommand();
    await installCrds(cluster);
    own = await pushOwnImages(cluster.registry);
    // kpack would work on the objects of other tests.
    await kubectlOutput(cluster, ['delete', 'images,builds', '--all', '--all-namespaces']);
    bed = await startSeriesBed(cluster);
    kpack = await installKpack(cluster, console.error);
    theirs = await whileRunning(await kpack.start('init'), async (there) => runSeries(there, 'kpack'));
  });
  after(async () => {
    await kpack?.remove();
    await bed?.stop();
  });

  for (const [backend, rows] of Object.entries(BACKENDS)) {
    describe(`and its backend ${backend}`, () => {
      let ours: Series;
      const used = new Set<string>();

      before(async () => {
        const settings = { ...own, BACKEND: backend, SOURCE_POLL_INTERVAL: '1' };
        const controller = await startController(cluster.kubeconfig, settings);
        ours = await whileRunning(controller, async (there) => runSeries(there, backend));
      });

      for (const { name } of STEPS) {
        it(`has the same state after ${name}, except for documented differences`, () => {
          const [kpacks, taskpacks] = [theirs.get(name), ours.get(name)];
          if (kpacks === undefined || taskpacks === undefined) throw new Error(`no state after ${name}`);
          const verdict = compareSnapshots({ kpack: kpacks, ours: taskpacks });
          verdict.used.forEach((id) => used.add(id));
          expect(verdict.unexplained).to.deep.equal([]);
        });
      }

      it('shows every listed difference', () => {
        expect([...used]).to.have.members(rows);
      });
    });
  }

  it('documents every difference', () => {
    const listed = listedDifferences();
    expect(listed.map(({ id }) => id)).to.include.members([...BACKENDS.tekton]);
    const ofSeries = listed.filter(({ table }) => table === 'The life of an Image on a node');
    expect(BACKENDS.tekton).to.include.members(ofSeries.map(({ id }) => id));
    expect(ofSeries).not.to.have.length(0);
  });

  async function whileRunning<T>(
    controller: { readonly stop: () => Promise<unknown> },
    run: (bed: SeriesBed) => Promise<T>,
  ): Promise<T> {
    if (bed === undefined) throw new Error('the servers do not run');
    try {
      return await run(bed);
    } finally {
      await controller.stop();
    }
  }
});
