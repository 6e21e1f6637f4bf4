import { expect } from 'chai';
import {
  nextInTurn,
  reachedLimit,
  type BuildInitiator,
  type BuildLimits,
  type NamespaceQueue,
  type WaitingBuild,
} from '../../../../src/core/build-queue/next-in-turn.ts';

const NONE: BuildLimits = { cluster: Infinity, namespace: Infinity };

function waiting(image: string, initiator: BuildInitiator = 'builders', sinceMs = 0): WaitingBuild {
  return { image, initiator, sinceMs };
}

function queue(
  namespace: string,
  held: number,
  builds: readonly WaitingBuild[],
  lastTurn = 0,
  peopleTurns = 0,
): NamespaceQueue {
  return { namespace, waiting: builds, held, lastTurn, peopleTurns };
}

interface Case {
  readonly title: string;
  readonly queues: readonly NamespaceQueue[];
  readonly limits?: Partial<BuildLimits>;
  readonly next: string | undefined;
}

const CASES: readonly Case[] = [
  { title: 'nothing, if nothing waits', queues: [queue('a', 0, [])], next: undefined },
  { title: 'a Build without limits', queues: [queue('a', 900, [waiting('a/1')])], next: 'a/1' },
  {
    title: 'the Build that has waited longest, and of equal ones the first by name',
    queues: [
      queue('a', 0, [waiting('a/3', 'builders', 7), waiting('a/2', 'builders', 5), waiting('a/1', 'builders', 5)]),
    ],
    next: 'a/1',
  },
  {
    title: 'a Build that people cause before older ones that builders cause',
    queues: [queue('a', 0, [waiting('a/1', 'builders', 1), waiting('a/2', 'people', 9)])],
    next: 'a/2',
  },
  {
    title: 'a Build that people cause in a namespace that holds as few places as another one, and had its turn later',
    queues: [queue('a', 5, [waiting('a/1')], 1), queue('b', 5, [waiting('b/1', 'people', 9)], 2)],
    next: 'b/1',
  },
  {
    title: 'a Build that builders cause, if people cause one in a namespace that holds more places',
    queues: [queue('a', 0, [waiting('a/1')]), queue('b', 1, [waiting('b/1', 'people')])],
    next: 'a/1',
  },
  {
    title: 'a Build of another namespace after three turns of people in a row',
    queues: [queue('a', 0, [waiting('a/1')], 1), queue('b', 0, [waiting('b/1', 'people')], 2, 3)],
    next: 'a/1',
  },
  {
    title: 'a Build that builders cause after three turns of people in a row, also in the same namespace',
    queues: [queue('a', 0, [waiting('a/1', 'builders', 9), waiting('a/2', 'people', 1)], 1, 3)],
    next: 'a/1',
  },
  {
    title: 'a Build in the place that the cluster has besides those of a namespace beyond its limit',
    queues: [queue('a', 50, [waiting('a/1', 'people')]), queue('b', 1, [waiting('b/1')])],
    limits: { cluster: 4, namespace: 2 },
    next: 'b/1',
  },
  {
    title: 'a Build that builders cause, if the limit of the namespace holds up those of people',
    queues: [queue('a', 0, [waiting('a/1')]), queue('b', 5, [waiting('b/1', 'people')])],
    limits: { namespace: 5 },
    next: 'a/1',
  },
  {
    title: 'a Build of the namespace with the fewest places',
    queues: [queue('a', 2, [waiting('a/1')], 1), queue('b', 1, [waiting('b/1', 'builders', 9)], 2)],
    limits: { cluster: 4 },
    next: 'b/1',
  },
  {
    title: 'a Build of the namespace whose last turn is the longest ago, among those with equally many',
    queues: [queue('a', 1, [waiting('a/1')], 8), queue('b', 1, [waiting('b/1', 'builders', 9)], 7)],
    next: 'b/1',
  },
  {
    title: 'nothing, if as many Builds run in the cluster as its limit, also in namespaces where nothing waits',
    queues: [queue('a', 1, [waiting('a/1', 'people')]), queue('b', 3, [])],
    limits: { cluster: 4 },
    next: undefined,
  },
  {
    title: 'nothing, if a limit was lowered below the Builds that run',
    queues: [queue('a', 7, [waiting('a/1')])],
    limits: { namespace: 2 },
    next: undefined,
  },
];

describe('the next Build in turn is', () => {
  for (const { title, queues, limits, next } of CASES) {
    it(title, () => {
      expect(nextInTurn(queues, { ...NONE, ...limits })?.image).to.equal(next);
      expect(nextInTurn(queues.toReversed(), { ...NONE, ...limits })?.image, 'in the reverse order').to.equal(next);
    });
  }
});

describe('the limit that Builds wait for', () => {
  it('is the one of the namespace if it is reached, or else the one of the cluster', () => {
    const limits = { cluster: 8, namespace: 5 };
    expect(reachedLimit(queue('a', 5, []), limits)).to.deep.equal({ of: 'namespace', limit: 5 });
    expect(reachedLimit(queue('a', 4, []), limits)).to.deep.equal({ of: 'cluster', limit: 8 });
  });
});
