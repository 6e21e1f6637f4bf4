import { expect } from 'chai';
import * as fc from 'fast-check';
import type { BuildLimits } from '../../../src/build-queue/next-in-turn.ts';
import { BuildWorld, type Step } from './build-world.ts';

const NONE: BuildLimits = { cluster: Infinity, namespace: Infinity };

/** Images that need a Build because of a builder. */
function images(namespace: string, count: number): readonly Step[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'need',
    image: `${namespace}/${index}`,
    initiator: 'builders',
  }));
}

function times(count: number, step: Step): readonly Step[] {
  return Array.from({ length: count }, () => step);
}

/** Creates a Build that belongs to no Image. */
function byHand(inNamespace: string): Step {
  return { kind: 'by-hand', namespace: inNamespace };
}

const WORK: Step = { kind: 'reconcile' };
const ANSWER: Step = { kind: 'answer', isLost: false };

function world(limits: Partial<BuildLimits>, steps: readonly Step[]): BuildWorld {
  const created = new BuildWorld({ ...NONE, ...limits });
  steps.forEach((step) => created.perform(step));
  return created;
}

/** Returns the order in which the Builds of two namespaces start, each after the end of the one before. */
function orderOf(restarts: boolean): readonly string[] {
  const full = world({ cluster: 1 }, [...images('a', 6), ...images('b', 6), ...times(12, WORK)]);
  for (let finished = 0; finished < 11; finished += 1) {
    if (restarts) full.perform({ kind: 'restart' });
    full.finishOldest();
  }
  return full.started;
}

describe('the queue of Builds', () => {
  it('lets everything start without a limit', () => {
    expect(world({}, [...images('a', 30), ...times(30, WORK)]).unfinished()).to.equal(30);
  });

  it('starts as many Builds as the limit allows, even before the API server has answered', () => {
    const full = world({ namespace: 3 }, [...images('a', 9), ...times(9, WORK)]);
    expect(full.unfinished()).to.equal(3);
    expect(full.waiting()).to.have.length(6);
  });

  it('calls the next Image as soon as a Build has finished', () => {
    const full = world({ cluster: 2 }, [...images('a', 5), ...times(5, WORK), ...times(2, ANSWER), { kind: 'show' }]);
    expect(full.called).to.deep.equal([]);
    full.perform({ kind: 'finish', build: 0 });
    expect(full.called).to.deep.equal(['a/2']);
    full.perform({ kind: 'reconcile' });
    expect(full.unfinished()).to.equal(2);
  });

  it('gives all namespaces the same share of the cluster', () => {
    const steps = [...images('a', 20), ...images('b', 20), ...images('c', 20), ...times(60, WORK)];
    const full = world({ cluster: 6 }, steps);
    for (let finished = 0; finished < 6; finished += 1) full.finishOldest();
    expect(['a', 'b', 'c'].map((namespace) => full.unfinished(namespace))).to.deep.equal([2, 2, 2]);
  });

  it('gives more namespaces than the cluster can build at once one turn after the other, also in the next process', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const steps = names.flatMap((name) => images(name, 20));
    const full = world({ cluster: 2 }, [...steps, ...times(100, WORK)]);
    // The first Builds started before the other namespaces were known.
    for (let finished = 0; finished < 2; finished += 1) full.finishOldest();
    full.started.length = 0;
    for (let finished = 0; finished < 20; finished += 1) {
      if (finished % 7 === 3) full.perform({ kind: 'restart' });
      full.finishOldest();
    }
    for (let round = 0; round < 4; round += 1) {
      const turns = full.started.slice(round * 5, round * 5 + 5).map((image) => image.slice(0, 1));
      expect(turns.toSorted(), `round ${round}`).to.deep.equal(names);
    }
  });

  it('knows the last turn of a namespace that had nothing to build meanwhile', () => {
    const full = world({ cluster: 1 }, []);
    const queue = (image: string): void => {
      full.perform({ kind: 'need', image, initiator: 'builders' });
      full.perform(WORK);
    };
    ['b/0', 'a/0', 'b/1'].forEach(queue);
    full.finishOldest();
    queue('c/0');
    full.finishOldest();
    queue('a/1');
    full.finishOldest();
    expect(full.started).to.deep.equal(['b/0', 'a/0', 'c/0', 'b/1']);
  });

  it('starts a user-triggered Build before queued ones', () => {
    const full = world({ cluster: 1 }, [...images('a', 5), ...times(5, WORK)]);
    full.perform({ kind: 'need', image: 'b/9', initiator: 'people' });
    full.perform(WORK);
    full.finishOldest();
    expect(full.started.at(-1)).to.equal('b/9');
  });

  it('keeps the order of waiting Images in the next process', () => {
    expect(orderOf(true)).to.deep.equal(orderOf(false));
  });

  it('counts Builds that people create by hand', () => {
    const full = world({ namespace: 2 }, [{ kind: 'by-hand', namespace: 'a' }, ...images('a', 3), ...times(3, WORK)]);
    expect(full.unfinished('a')).to.equal(2);
    expect(full.started).to.have.length(1);
  });

  it('keeps a called Image waiting if people create a Build by hand before it asks', () => {
    const full = world({ namespace: 1 }, [byHand('a'), ...images('a', 1), WORK, { kind: 'finish', build: 0 }]);
    expect(full.called).to.deep.equal(['a/0']);
    full.perform(byHand('a'));
    full.perform(WORK);
    expect(full.started).to.deep.equal([]);
    full.finishOldest();
    expect(full.started).to.deep.equal(['a/0']);
  });

  it('gives the turn of a called Image to another namespace if people have filled its own', () => {
    const full = world({ cluster: 2, namespace: 1 }, [
      byHand('a'),
      byHand('b'),
      ...images('a', 1),
      ...images('c', 1),
      ...times(2, WORK),
      { kind: 'finish', build: 0 },
    ]);
    expect(full.called).to.deep.equal(['a/0']);
    full.perform(byHand('a'));
    full.perform({ kind: 'finish', build: 0 });
    expect(full.called).to.deep.equal(['a/0']);
    times(2, WORK).forEach((step) => full.perform(step));
    expect(full.started).to.deep.equal(['c/0']);
    expect(full.violations).to.deep.equal([]);
  });

  it('gives a turn to the next Image if the one that was called needs no Build any more', () => {
    const full = world({ cluster: 1 }, [...images('a', 3), ...times(3, WORK)]);
    full.finishOldest('without reconciling');
    expect(full.called).to.deep.equal(['a/1']);
    full.perform({ kind: 'no-need', image: 'a/1' });
    full.perform(WORK);
    expect(full.called).to.deep.equal(['a/2']);
  });

  it('counts a Build that was never shown for a limited time', () => {
    const full = world({ cluster: 1 }, [...images('a', 2), ...times(2, WORK), ANSWER]);
    full.perform({ kind: 'vanish' });
    full.perform({ kind: 'time', ms: 59_000 });
    expect(full.called).to.deep.equal([]);
    full.perform({ kind: 'time', ms: 2_000 });
    expect(full.called).to.deep.equal(['a/1']);
  });

  it('never exceeds a limit, and starts every Build in the end, whatever happens', () => {
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 80 }), (some, steps) => {
        const happened = world(some, steps);
        expect(happened.violations).to.deep.equal([]);
        happened.finishEverything();
        expect(happened.violations).to.deep.equal([]);
        expect(happened.needed()).to.deep.equal([]);
      }),
      { numRuns: 600 },
    );
  });
});

const limit = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(Infinity));
const limits = fc.record({ cluster: limit, namespace: limit });
const namespace = fc.constantFrom('a', 'b', 'c');
const image = fc.tuple(namespace, fc.integer({ min: 0, max: 5 })).map(([name, index]) => `${name}/${index}`);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('need' as const),
    image,
    initiator: fc.constantFrom('people' as const, 'builders' as const),
  }),
  fc.record({ kind: fc.constant('no-need' as const), image }),
  fc.record({ kind: fc.constant('reconcile' as const) }),
  fc.record({ kind: fc.constant('answer' as const), isLost: fc.boolean() }),
  fc.record({ kind: fc.constant('refuse' as const) }),
  fc.record({ kind: fc.constant('show' as const) }),
  fc.record({ kind: fc.constant('finish' as const), build: fc.nat({ max: 5 }) }),
  fc.record({ kind: fc.constant('by-hand' as const), namespace }),
  fc.record({ kind: fc.constant('restart' as const) }),
);
