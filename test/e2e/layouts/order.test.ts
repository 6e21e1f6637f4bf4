import { expect } from 'chai';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { ended, podEnded, type PodStatus } from '../running-pod.ts';
import { createWorkload } from './build-run.ts';
import { recordsOf, type PhaseRecord } from './phase-record.ts';
import { standInCluster } from './stand-in-cluster.ts';
import { printed, publish, type StandIn } from './stand-in-build.ts';
import { PHASES } from './stand-in-images.ts';

const WORKLOADS: Readonly<Record<string, Partial<TranslateOptions>>> = {
  'init layout': { to: 'pod', layout: 'init' },
  'containers layout': { to: 'pod', layout: 'containers', injectedSidecars: 'none' },
  'containers layout, waiter copied by an init container': {
    to: 'pod',
    layout: 'containers',
    injectedSidecars: 'none',
    waiterDelivery: 'init',
  },
  TaskRun: { to: 'taskrun', dummySidecar: 'never' },
  'TaskRun with dummy sidecar': { to: 'taskrun', dummySidecar: 'always' },
};

const AT_ONCE = 20;

describe('the phases of a Build on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let standIn: StandIn;

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    const started = await standInCluster();
    cluster = started.cluster;
    // With 3 s, all containers of the Pod run before the first phase ends.
    standIn = await publish(cluster.registry, started.programs, { prepare: 'sleep 3' });
    // This run pulls the images, so that no later run does.
    await run('pulling', { to: 'pod', layout: 'init' });
  });

  sideBySide(
    Object.fromEntries(
      Object.entries(WORKLOADS).map(([title, options], index) => [
        `run one after the other: ${title}`,
        () => run(`ordered-${index}`, options),
      ]),
    ),
  );

  it(`run one after the other in ${AT_ONCE} Builds at once`, async () => {
    const names = Array.from({ length: AT_ONCE }, (_, index) => `many-${index}`);
    await Promise.all(names.map((name) => run(name, { to: 'pod', layout: 'containers', injectedSidecars: 'none' })));
  });

  /**
   * Runs a Build. Asserts that every phase began after the phase before it had ended, and that completion has reported.
   */
  async function run(name: string, options: Partial<TranslateOptions>): Promise<void> {
    const { client } = cluster;
    const pod = await createWorkload(client, printed(name, 'default', standIn, options));
    const { phase } = await ended<PodStatus>(client, pod, podEnded, { seconds: 240 });
    const records = await recordsOf(client, pod);
    expect(phase, JSON.stringify(records)).to.equal('Succeeded');
    expect(records.map(({ end }) => end?.exitCode)).to.deep.equal(PHASES.map(() => 0));
    for (const gap of gapsOf(records)) expect(gap).to.be.greaterThan(0);
    if (options.to === 'pod') expect(records.at(-1)?.end?.message).to.equal('reported\n');
  }
});

/** Returns the seconds from the end of each phase's command to the start of the next command. */
function gapsOf(records: readonly PhaseRecord[]): readonly number[] {
  return records.slice(1).map(({ begins = Number.NaN }, index) => begins - (records[index]?.ends ?? Number.NaN));
}
