import { expect } from 'chai';
import { once } from 'node:events';
import type { ControllerSettings } from '../../../../src/settings/controller/settings.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { buildBed, succeeded, type BuildBed } from './build-bed.ts';
import { nodeOf } from './pod-node.ts';
import { runBuilds, type RunningBuilds, type RunningBuildsOptions } from './running-builds.ts';
import { OUTCOME, SOME_REGISTRY, STEP_OUTCOME } from './some-registry.ts';

const NAMESPACE = 'crashed-builds';

/** No Build needs more writes. */
const MOST_WRITES = 20;

interface Way {
  readonly name: string;
  readonly settings: Partial<ControllerSettings>;
  readonly outcome: string;
  readonly workload: RegExp;
}

const WAYS: readonly Way[] = [
  {
    name: 'containers',
    settings: { backend: 'native', injectedSidecars: 'true' },
    outcome: OUTCOME,
    workload: /^create pods /,
  },
  { name: 'tekton', settings: { backend: 'tekton' }, outcome: STEP_OUTCOME, workload: /^create taskruns / },
];

describe('Builds whose controller is killed', function () {
  this.timeout(600_000);
  let cluster: Cluster;
  let bed: BuildBed;
  const running: RunningBuilds[] = [];
  const run = async (options: Omit<RunningBuildsOptions, 'kubeconfig' | 'namespace' | 'registry'>) => {
    const { kubeconfig } = cluster;
    const builds = await runBuilds({ kubeconfig, namespace: NAMESPACE, registry: SOME_REGISTRY, ...options });
    running.push(builds);
    return builds;
  };

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    bed = await buildBed(cluster, NAMESPACE);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(async ({ stop }) => stop()));
  });

  /** Runs a Build whose controller dies at a write, and another one after it; tells whether it came to that write. */
  const survives = async ({ name: way, settings, outcome, workload }: Way, write: number): Promise<boolean> => {
    const name = `${way}-${write}`;
    const death = new AbortController();
    const died = once(death.signal, 'abort').then(() => 'died' as const);
    const diesAfter = (_: string, count: number): boolean => {
      if (count === write) death.abort();
      return count === write;
    };
    const first = await run({ settings, diesAfter });
    await bed.create(name);
    const playing = play(name, outcome);
    const end = await Promise.race([died, bed.end(name)]);
    await first.stop();
    const second = end === 'died' ? await run({ settings }) : undefined;
    const status = await bed.end(name);
    await playing;
    await second?.settled();
    await second?.stop();
    running.length = 0;
    expect(succeeded(status), `after write ${write}`).to.include({ status: 'True' });
    const made = [...first.writes, ...(second?.writes ?? [])].filter((one) => workload.test(one));
    expect(made, `after write ${write}`).to.have.length(1);
    return end === 'died';
  };
  const play = async (name: string, outcome: string): Promise<void> => {
    const node = await nodeOf(cluster.client, NAMESPACE, `${name}-build-pod`);
    await node.accept();
    await node.start();
    await node.runAll(outcome);
  };

  for (const way of WAYS) {
    it(`after any of its writes succeed all the same, with one workload: ${way.name}`, async () => {
      let write = 1;
      while (write < MOST_WRITES && (await survives(way, write))) write += 1;
      expect(write).to.be.within(5, MOST_WRITES - 1);
    });
  }

  it('are made once by two controllers that both believe to lead', async () => {
    const settings = { backend: 'native', injectedSidecars: 'true' } as const;
    const controllers = await Promise.all([run({ settings }), run({ settings })]);
    const names = ['two-a', 'two-b', 'two-c', 'two-d'];
    await Promise.all(names.map(async (name) => bed.create(name)));
    await Promise.all(names.map(async (name) => play(name, OUTCOME)));
    for (const name of names) expect(succeeded(await bed.end(name))).to.include({ status: 'True' });
    const made = controllers.flatMap(({ writes }) => writes).filter((write) => write.startsWith('create pods two-'));
    expect(made.toSorted()).to.deep.equal(names.map((name) => `create pods ${name}-build-pod`));
  });
});
