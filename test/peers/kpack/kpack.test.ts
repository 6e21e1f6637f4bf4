import { expect } from 'chai';
import { kpackOutcome } from '../../../src/controller/builds/status/built-image.ts';
import { textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { podProgress } from '../../../translators/progress/pod-progress.ts';
import { successfulCompletion } from '../../../translators/progress/phases.ts';
import { installCrds } from '../../cluster/custom-resources.ts';
import { installKpack, type Kpack, type KpackMode } from '../../cluster/kpack/kpack.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { buildCommand } from '../../support/command.ts';
import { pushOwnImages, type OwnImages } from '../../support/own-images.ts';
import { startController } from '../../support/running-controller.ts';
import { runComparedBuilds, type ComparedBuilds, type Statuses } from './compared-build.ts';
import { comparedBuilder } from './compared-builder.ts';
import { SOURCE_KINDS, startSources } from './compared-sources.ts';
import { madeImage } from './made-image.ts';
import { compareStatuses } from './status-comparison.ts';
import { asPod } from '../../../src/core/model/objects/pod.ts';

interface Mode {
  /** taskpack's settings. */
  readonly settings: Readonly<Record<string, string>>;
  /** Rows of docs/reference/kpack-differences.md that appear in statuses. */
  readonly rows: readonly string[];
}

const MODES: Readonly<Record<KpackMode, Mode>> = {
  init: { settings: { BACKEND: 'native' }, rows: ['fields-of-our-own', 'report-as-json'] },
  containers: {
    settings: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
    rows: ['fields-of-our-own', 'report-as-json', 'steps-in-their-order'],
  },
};

describe("Builds on the node with kpack's controller and with taskpack", function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let kpack: Kpack | undefined;
  let builds: ComparedBuilds;
  let own: OwnImages;

  before(async function () {
    // The first run builds kpack and the programs of the cluster and the images.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    buildCommand();
    await installCrds(cluster);
    own = await pushOwnImages(cluster.registry);
    const { registry } = cluster;
    builds = {
      registry: registry.address,
      builder: await comparedBuilder(registry),
      sources: await startSources(registry),
    };
    await removeBuilds();
    kpack = await installKpack(cluster, console.error);
  });
  after(async () => {
    await kpack?.remove();
    await builds?.sources.stop();
  });

  for (const mode of ['init', 'containers'] as const) {
    describe(`with ${mode === 'init' ? 'init containers' : 'a waiter'}`, () => {
      const owners = { kpack: `kpack-${mode}`, ours: `taskpack-${mode}` };
      let theirs: Statuses;
      let ours: Statuses;

      before(async () => {
        theirs = await byKpack(mode, owners.kpack);
        ours = await byTaskpack(mode, owners.ours);
      });

      for (const kind of SOURCE_KINDS) {
        it(`produce the same image of a source by ${kind}`, async () => {
          const [their, made] = [theirs[kind], ours[kind]].map((status) => textAt(status, 'latestImage') ?? '');
          expect(await madeImage(cluster.registry, made ?? '')).to.deep.equal(
            await madeImage(cluster.registry, their ?? ''),
          );
          expect(made?.replace(owners.ours, owners.kpack)).to.equal(their);
        });

        it(`let taskpack report the image of a source by ${kind} when kpack has left the Pod to taskpack`, async () => {
          const name = textAt(theirs[kind], 'podName') ?? '';
          const metadata = { name, namespace: owners.kpack };
          const pod = await cluster.client.get({ apiVersion: 'v1', kind: 'Pod', metadata });
          const { phases } = podProgress(asPod(pod as unknown as JsonObject));
          const { IMAGE_URL, IMAGE_DIGEST } = kpackOutcome(successfulCompletion(phases)?.message ?? '') ?? {};
          expect(`${IMAGE_URL}@${IMAGE_DIGEST}`).to.equal(textAt(theirs[kind], 'latestImage'));
        });

        it(`have the same status except for documented differences, with a source by ${kind}`, () => {
          const verdict = compareStatuses(
            { owner: owners.kpack, status: theirs[kind] },
            { owner: owners.ours, status: ours[kind] },
          );
          expect(verdict.unexplained).to.deep.equal([]);
          expect(verdict.used).to.have.members(MODES[mode].rows);
          expect(ours[kind]).to.include.all.keys(COMPARED);
        });
      }
    });
  }

  async function byKpack(mode: KpackMode, owner: string): Promise<Statuses> {
    const controller = await kpack?.start(mode);
    try {
      return await runComparedBuilds(cluster.client, owner, builds);
    } finally {
      await controller?.stop();
    }
  }

  async function byTaskpack(mode: KpackMode, owner: string): Promise<Statuses> {
    const controller = await startController(cluster.kubeconfig, { ...own, ...MODES[mode].settings });
    try {
      return await runComparedBuilds(cluster.client, owner, builds);
    } finally {
      await controller.stop();
    }
  }

  /** Removes the Builds of other tests, because kpack would run the unfinished ones. */
  async function removeBuilds(): Promise<void> {
    const { items } = (await cluster.client.send('GET', '/apis/kpack.io/v1alpha2/builds')) as {
      readonly items: readonly { readonly metadata: { readonly name: string; readonly namespace: string } }[];
    };
    for (const { metadata } of items) {
      await cluster.client.delete({ apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata });
    }
  }
});

const COMPARED = [
  'buildMetadata',
  'conditions',
  'latestCacheImage',
  'latestImage',
  'lifecycleVersion',
  'podName',
  'stack',
  'stepStates',
  'stepsCompleted',
];
