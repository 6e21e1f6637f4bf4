import { expect } from 'chai';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { matrix } from '../../support/matrix.ts';
import { processOf } from '../pod-process.ts';
import { ended, endOf, podEnded, stopByDeadline, type PodStatus } from '../running-pod.ts';
import { createWorkload } from './build-run.ts';
import { recordsOf } from './phase-record.ts';
import { printed, publish, type StandIn } from './stand-in-build.ts';
import { standInCluster } from './stand-in-cluster.ts';
import { PHASES, type PhaseName, type StandInPrograms } from './stand-in-images.ts';

const SIGKILL = 137;
/** SIGTERM has ended the waiting phase (143), or the phase saw that the phase before it was stopped (121). */
const STOPPED = [143, 121];

/** Without the whole matrix: the first phase, one that runs buildpacks, and the last. */
const TESTED = matrix<PhaseName>(PHASES, ['prepare', 'build', 'completion']);

describe('a killed waiter on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let programs: StandInPrograms;
  const outcomes = new Map<PhaseName, Promise<void>>();

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    ({ cluster, programs } = await standInCluster());
    for (const phase of TESTED) {
      const standIn = await publish(cluster.registry, programs, { [phase]: 'sleep 3600' });
      const outcome = killWaiter(phase, standIn);
      // The test below reports the rejection.
      outcome.catch(() => undefined);
      outcomes.set(phase, outcome);
    }
  });

  for (const phase of TESTED) {
    it(`in ${phase} leaves no mark, no later phase runs, and the exit codes show the phase`, () => outcomes.get(phase));
  }

  /** Kills the first process of a phase's container, and stops the Pod as the controller does. */
  async function killWaiter(phase: PhaseName, standIn: StandIn): Promise<void> {
    const { client } = cluster;
    const options = { to: 'pod', layout: 'containers', injectedSidecars: 'none' } as const;
    const pod = await createWorkload(client, printed(`killed-${phase}`, 'default', standIn, options));
    await until(
      `the start of ${phase}`,
      async () => (await recordsOf(client, pod)).find((record) => record.phase === phase)?.begins,
      { seconds: 120 },
    );
    process.kill(await processOf(pod, [`--post_file=/buildWait/${phase}/done`]), 'SIGKILL');
    await ended<PodStatus>(client, pod, (status) => endOf(status, phase) !== undefined, { seconds: 60 });
    await stopByDeadline(client, pod);
    const status = await ended<PodStatus>(client, pod, podEnded, { seconds: 60 });
    const codes = PHASES.map((name) => endOf(status, name)?.exitCode);
    const place = PHASES.indexOf(phase);
    expect(codes.slice(0, place)).to.deep.equal(PHASES.slice(0, place).map(() => 0));
    expect(codes[place]).to.equal(SIGKILL);
    for (const code of codes.slice(place + 1)) expect(code).to.be.oneOf(STOPPED);
    const records = await recordsOf(client, pod);
    expect(records.filter(({ begins }) => begins !== undefined)).to.have.length(place + 1);
  }
});
