import { expect } from 'chai';
import { decide } from '../../../../../src/controllers/build/decide/decide.ts';
import type { Observation } from '../../../../../src/controllers/build/observe/observation.ts';
import type { BuildSettings } from '../../../../../src/controllers/build/build-settings.ts';
import { frozen, SETTINGS, someObservation } from './some-observation.ts';

interface Row {
  readonly of: string;
  readonly world: Partial<Observation>;
  readonly settings?: Partial<BuildSettings>;
  /** For how many seconds this process has seen it so. */
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
    of: 'a new Build with Tekton that is not wanted',
    world: { isTektonServed: true },
    settings: { backend: 'native' },
    decision: { kind: 'choose-backend', backend: 'native' },
  },
  {
    of: 'a new Build while it is not known whether Tekton is there',
    world: { isTektonServed: undefined },
    decision: { kind: 'wait' },
  },
  {
    of: 'a new Build with Tekton not wanted, while it is not known whether that is there',
    world: { isTektonServed: undefined },
    settings: { backend: 'native' },
    decision: { kind: 'choose-backend', backend: 'native' },
  },
  {
    of: 'a new Build with Tekton wanted and not there',
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
    of: 'a Build for Tekton, which has gone before there was a TaskRun',
    world: { recorded: { backend: 'tekton' } },
    decision: { kind: 'wait', because: { reason: 'TektonNotServed', message: NO_TEKTON } },
  },
  {
    of: 'a Build whose workload the cache does not have',
    world: { recorded: { backend: 'native', workload: 'shop-build-pod' } },
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build-pod' } },
  },
  {
    of: 'a Build whose TaskRun has gone with Tekton',
    world: { recorded: { backend: 'tekton', workload: 'shop-build' } },
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build' } },
  },
  {
    of: 'a Build whose Pod is to be made once more',
    world: { recorded: { backend: 'native', recreation: { reason: 'WaiterNotDelivered', of: 'old' } } },
    decision: { kind: 'start', backend: 'native' },
  },
  { of: 'a cancelled Build', world: { isCancelled: true }, decision: { kind: 'fail', cause: { kind: 'cancelled' } } },
  {
    of: 'a cancelled Build whose Pod was deleted for that',
    world: { isCancelled: true, recorded: { backend: 'native', workload: 'shop-build-pod' } },
    decision: { kind: 'fail', cause: { kind: 'cancelled' } },
  },
  {
    of: 'a Build whose Builder is not ready',
    world: { builder: { kind: 'not-ready', reference: BUILDER, complaint: 'no such stack' } },
    at: 3600,
    decision: {
      kind: 'wait',
      because: { reason: 'BuilderNotReady', message: 'Builder "base" is not ready: no such stack' },
    },
  },
  {
    of: 'a Build whose ClusterBuilder nobody has looked at',
    world: { builder: { kind: 'not-ready', reference: CLUSTER_BUILDER } },
    decision: {
      kind: 'wait',
      because: { reason: 'BuilderNotReady', message: 'ClusterBuilder "base" is not ready' },
    },
  },
  {
    of: 'a Build whose ClusterBuilder may still come',
    world: { builder: { kind: 'missing', reference: CLUSTER_BUILDER } },
    decision: { kind: 'wait', after: 60_000, because: { reason: 'BuilderNotFound', message: CLUSTER_NOT_FOUND } },
  },
  {
    of: 'a Build whose Builder may still come',
    world: { builder: { kind: 'missing', reference: BUILDER } },
    at: 59,
    decision: { kind: 'wait', after: 1000, because: { reason: 'BuilderNotFound', message: NOT_FOUND } },
  },
  {
    of: 'a Build whose Builder has not come',
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

describe('what is decided for Builds without a workload', () => {
  for (const { of, world, settings, at = 0, decision } of ROWS) {
    it(`of ${of}`, () => {
      const observation = frozen(someObservation({ seenFor: () => at * 1000, ...world }));
      expect(decide(observation, frozen({ ...SETTINGS, ...settings }))).to.deep.equal(decision);
    });
  }
});
