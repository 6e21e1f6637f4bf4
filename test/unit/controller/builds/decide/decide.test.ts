import { expect } from 'chai';
import { decide } from '../../../../../src/controller/builds/decide/decide.ts';
import type { Observation } from '../../../../../src/controller/builds/observe/observation.ts';
import type { ControllerSettings } from '../../../../../src/core/settings/controller-settings.ts';
import { frozen, SETTINGS, someObservation } from './some-observation.ts';

interface Row {
  readonly of: string;
  readonly world: Partial<Observation>;
  readonly settings?: Partial<ControllerSettings>;
  /** The seconds for which this process has observed everything. */
  readonly at?: number;
  readonly decision: unknown;
}

const BUILDER = { kind: 'Builder', namespace: 'team', name: 'base' } as const;
const NOT_FOUND = 'unable to resolve builder image: builder.kpack.io "base" not found';
const CLUSTER_BUILDER = { kind: 'ClusterBuilder', namespace: '', name: 'base' } as const;
const CLUSTER_NOT_FOUND = 'unable to resolve cluster builder image: clusterbuilder.kpack.io "base" not found';
const NO_TEKTON = 'the cluster does not serve TaskRuns (tekton.dev/v1): install Tekton, or set BACKEND to native';

const ROWS: readonly Row[] = [
  { of: 'a new Build without Tekton', world: {}, decision: { kind: 'choose-backend', backend: 'native' } },
  {
    of: 'a new Build with Tekton',
    world: { isTektonServed: true },
    decision: { kind: 'choose-backend', backend: 'tekton' },
  },
  {
    of: 'a new Build with Tekton and BACKEND=native',
    world: { isTektonServed: true },
    settings: { backend: 'native' },
    decision: { kind: 'choose-backend', backend: 'native' },
  },
  {
    of: 'a new Build while the API server has not answered whether it serves TaskRuns',
    world: { isTektonServed: undefined },
    decision: { kind: 'wait' },
  },
  {
    of: 'a new Build with BACKEND=native while the API server has not answered whether it serves TaskRuns',
    world: { isTektonServed: undefined },
    settings: { backend: 'native' },
    decision: { kind: 'choose-backend', backend: 'native' },
  },
  {
    of: 'a new Build with BACKEND=tekton and no Tekton',
    world: {},
    settings: { backend: 'tekton' },
    decision: { kind: 'wait', because: { reason: 'TektonNotServed', message: NO_TEKTON } },
  },
  {
    of: 'a Build whose backend is chosen',
    world: { recorded: { backend: 'native' }, isTektonServed: true },
    decision: { kind: 'start', backend: 'native' },
  },
  {
    of: 'a Build for Tekton, which was removed before the TaskRun was created',
    world: { recorded: { backend: 'tekton' } },
    decision: { kind: 'wait', because: { reason: 'TektonNotServed', message: NO_TEKTON } },
  },
  {
    of: 'a Build whose workload is deleted',
    world: { recorded: { backend: 'native', workload: 'shop-build-pod' } },
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build-pod' } },
  },
  {
    of: 'a Build whose TaskRun was removed with Tekton',
    world: { recorded: { backend: 'tekton', workload: 'shop-build' } },
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build' } },
  },
  {
    of: 'a Build whose Pod will be recreated',
    world: { recorded: { backend: 'native', recreation: { reason: 'WaiterNotDelivered', of: 'old' } } },
    decision: { kind: 'start', backend: 'native' },
  },
  { of: 'a cancelled Build', world: { isCancelled: true }, decision: { kind: 'fail', cause: { kind: 'cancelled' } } },
  {
    of: 'a cancelled Build whose Pod was deleted',
    world: { isCancelled: true, recorded: { backend: 'native', workload: 'shop-build-pod' } },
    decision: { kind: 'fail', cause: { kind: 'cancelled' } },
  },
  {
    of: 'a terminating Build that has not started',
    world: { isTerminating: true },
    decision: { kind: 'fail', cause: { kind: 'deleted' } },
  },
  {
    of: 'a terminating Build whose backend is chosen',
    world: { isTerminating: true, recorded: { backend: 'native' } },
    decision: { kind: 'fail', cause: { kind: 'deleted' } },
  },
  {
    of: 'a terminating Build whose Pod would be recreated',
    world: {
      isTerminating: true,
      recorded: { backend: 'native', recreation: { reason: 'WaiterNotDelivered', of: 'old' } },
    },
    decision: { kind: 'fail', cause: { kind: 'deleted' } },
  },
  {
    of: 'a terminating Build whose Pod is gone',
    world: { isTerminating: true, recorded: { backend: 'native', workload: 'shop-build-pod' } },
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build-pod' } },
  },
  {
    of: 'a Build whose Builder is not ready',
    world: { builder: { kind: 'not-ready', reference: BUILDER, message: 'no such stack' } },
    at: 3600,
    decision: {
      kind: 'wait',
      because: { reason: 'BuilderNotReady', message: 'Builder "base" is not ready: no such stack' },
    },
  },
  {
    of: 'a Build whose ClusterBuilder has no condition yet',
    world: { builder: { kind: 'not-ready', reference: CLUSTER_BUILDER } },
    decision: {
      kind: 'wait',
      because: { reason: 'BuilderNotReady', message: 'ClusterBuilder "base" is not ready' },
    },
  },
  {
    of: 'a Build whose ClusterBuilder is missing',
    world: { builder: { kind: 'missing', reference: CLUSTER_BUILDER } },
    decision: {
      kind: 'wait',
      requeueAfterMs: 60_000,
      because: { reason: 'BuilderNotFound', message: CLUSTER_NOT_FOUND },
    },
  },
  {
    of: 'a Build whose Builder is missing for less than the timeout',
    world: { builder: { kind: 'missing', reference: BUILDER } },
    at: 59,
    decision: { kind: 'wait', requeueAfterMs: 1000, because: { reason: 'BuilderNotFound', message: NOT_FOUND } },
  },
  {
    of: 'a Build whose Builder is missing after the timeout',
    world: { builder: { kind: 'missing', reference: BUILDER } },
    at: 60,
    decision: {
      kind: 'fail',
      cause: {
        kind: 'refused',
        problems: [{ severity: 'error', paths: [['spec', 'builder', 'ref']], message: NOT_FOUND }],
      },
    },
  },
];

describe('the next action for a Build without a workload', () => {
  for (const { of, world, settings, at = 0, decision } of ROWS) {
    it(`is decided for ${of}`, () => {
      const observation = frozen(someObservation({ observedForMs: () => at * 1000, ...world }));
      expect(decide(observation, frozen({ ...SETTINGS, ...settings }))).to.deep.equal(decision);
    });
  }
});
