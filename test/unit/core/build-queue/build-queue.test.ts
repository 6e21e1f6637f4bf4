import { expect } from 'chai';
import * as fc from 'fast-check';
import type { BuildLimits } from '../../../../src/core/build-queue/next-in-turn.ts';
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
function byHand(inNamespace: string, hasPod = true): Step {
  return { kind: 'by-hand', namespace: inNamespace, hasPod };
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
    expect(world({}, [...images('a', 30), ...times(30, WORK)]).held()).to.equal(30);
  });

  it('starts as many Builds as the limit allows, even before the API server has answered', () => {
    const full = world({ namespace: 3 }, [...images('a', 9), ...times(9, WORK)]);
    expect(full.held()).to.equal(3);
    expect(full.waiting()).to.have.length(6);
  });

  it('calls the next Image as soon as a Build has finished', () => {
    const full = world({ cluster: 2 }, [...images('a', 5), ...times(5, WORK), ...times(2, ANSWER), { kind: 'show' }]);
    expect(full.called).to.deep.equal([]);
    full.perform({ kind: 'finish', build: 0 });
    expect(full.called).to.deep.equal(['a/2']);
    full.perform({ kind: 'reconcile' });
    expect(full.held()).to.equal(2);
  });

  it('gives all namespaces the same share of the cluster', () => {
    const steps = [...images('a', 20), ...images('b', 20), ...images('c', 20), ...times(60, WORK)];
    const full = world({ cluster: 6 }, steps);
    for (let finished = 0; finished < 6; finished += 1) full.finishOldest();
    expect(['a', 'b', 'c'].map((namespace) => full.held(namespace))).to.deep.equal([2, 2, 2]);
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
    const full = world({ namespace: 2 }, [byHand('a'), ...images('a', 3), ...times(3, WORK)]);
    expect(full.held('a')).to.equal(2);
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
    expect(full.called).to.deep.equal(['a/0', 'c/0']);
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
    full.perform({ kind: 'time', ms: 119_000 });
    expect(full.called).to.deep.equal([]);
    full.perform({ kind: 'time', ms: 2_000 });
    expect(full.called).to.deep.equal(['a/1']);
  });

  it('gives no place to Builds that people create by hand and that never get a Pod', () => {
    const stuck = times(1000, byHand('a', false));
    const full = world({ cluster: 4, namespace: 2 }, [
      ...stuck,
      ...images('a', 3),
      ...images('b', 3),
      ...times(6, WORK),
    ]);
    expect(['a', 'b'].map((name) => full.held(name))).to.deep.equal([2, 2]);
    full.perform({ kind: 'restart' });
    times(6, WORK).forEach((step) => full.perform(step));
    full.finishEverything();
    expect(full.needed()).to.deep.equal([]);
    expect(full.violations).to.deep.equal([]);
  });

  it('lets a namespace hold only its own limit of the cluster, however many Builds run there that people created', () => {
    const full = world({ cluster: 4, namespace: 2 }, [...times(50, byHand('a')), ...images('b', 3), ...times(3, WORK)]);
    expect(full.held('b')).to.equal(2);
    expect(full.waiting()).to.have.length(1);
  });

  it('gives the place of a Build that gets no Pod to another one after two minutes, also in the next process', () => {
    for (const restarts of [false, true]) {
      const full = world({ cluster: 1 }, [
        ...images('a', 1),
        ...images('b', 2),
        ...times(3, WORK),
        ANSWER,
        { kind: 'show' },
      ]);
      full.perform({ kind: 'time', ms: 100_000 });
      if (restarts) [{ kind: 'restart' } as const, ...times(3, WORK)].forEach((step) => full.perform(step));
      full.perform({ kind: 'time', ms: restarts ? 119_000 : 19_000 });
      expect(full.called).to.deep.equal([]);
      full.perform({ kind: 'time', ms: 2_000 });
      expect(full.called, `restarts: ${restarts}`).to.deep.equal(['b/0']);
      full.perform(WORK);
      // The first Build starts after all, and has a place again.
      full.perform({ kind: 'pod', build: 0 });
      expect(full.held()).to.equal(2);
      full.perform(ANSWER);
      full.perform({ kind: 'finish', build: 0 });
      expect(full.called).to.deep.equal([]);
    }
  });

  it('lets the rebuilds of each namespace start in turn, whatever other namespaces trigger', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.record({ namespace: fc.constantFrom('q', 'r', 's'), afterTurns: fc.nat(30) }), { minLength: 1 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.nat(60), { maxLength: 2 }),
        (cluster, rebuilds, loud, restarts) => {
          const full = world({ cluster, namespace: Math.ceil(cluster / 2) }, times(100, byHand('loud-0', false)));
          const triggers = Array.from({ length: loud * 12 }, (_, index) => `loud-${index % loud}/${index}`);
          const arrived = new Map<string, number>();
          let turns = 0;
          let ahead = 0;
          // Each namespace has its turn after at most four turns of each other one, as soon as places are free.
          const most = (place: number): number => (place + 1) * (4 * (loud + 2) + cluster);
          for (; turns < 31 || [...arrived].some(([name]) => full.needed().includes(name)); turns += 1) {
            for (const image of triggers) full.perform({ kind: 'need', image, initiator: 'people' });
            rebuilds.forEach(({ namespace: name, afterTurns }, index) => {
              if (afterTurns !== turns) return;
              full.perform({ kind: 'need', image: `${name}/${index}`, initiator: 'builders' });
              arrived.set(`${name}/${index}`, turns);
            });
            if (restarts.includes(turns)) full.perform({ kind: 'restart' });
            full.finishOldest();
            for (const [name, since] of arrived) {
              if (!full.needed().includes(name)) continue;
              ahead = rebuilds.length;
              expect(turns - since, name).to.be.at.most(most(ahead));
            }
          }
          expect(full.violations).to.deep.equal([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('lets each rebuild start although its own namespace is triggered without end', () => {
    const full = world({ cluster: 1 }, [...images('a', 2), ...times(2, WORK)]);
    for (let turn = 0; turn < 12; turn += 1) {
      for (const index of [7, 8, 9]) full.perform({ kind: 'need', image: `a/${index}`, initiator: 'people' });
      times(3, WORK).forEach((step) => full.perform(step));
      full.finishOldest();
    }
    expect(full.started.slice(0, 5)).to.deep.equal(['a/0', 'a/7', 'a/8', 'a/9', 'a/1']);
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
  fc.record({ kind: fc.constant('pod' as const), build: fc.nat({ max: 5 }) }),
  fc.record({ kind: fc.constant('by-hand' as const), namespace, hasPod: fc.boolean() }),
  fc.record({ kind: fc.constant('time' as const), ms: fc.integer({ min: 0, max: 100_000 }) }),
  fc.record({ kind: fc.constant('restart' as const) }),
);
