import { expect } from 'chai';
import * as fc from 'fast-check';
import { WorkQueue } from '../../../../src/core/runtime/work-queue.ts';
import { Fifo } from '../../../../src/core/runtime/priority-queue.ts';
import { settled, VirtualClock } from '../../../support/virtual-clock.ts';

describe('the work queue', () => {
  let clock: VirtualClock;
  let queue: WorkQueue;

  beforeEach(() => {
    clock = new VirtualClock();
    queue = new WorkQueue(clock);
  });

  /** The keys that so many more workers get without waiting. */
  async function takenBy(workers: number): Promise<readonly (string | undefined)[]> {
    const taken: (string | undefined)[] = [];
    for (let worker = 0; worker < workers; worker += 1) void queue.take().then((key) => taken.push(key));
    await settled();
    return taken;
  }

  it('returns keys in the order in which they were added, each once however often it was added', async () => {
    for (const key of ['b', 'a', 'b', 'c', 'a']) queue.add(key);
    expect(await takenBy(5)).to.deep.equal(['b', 'a', 'c']);
  });

  it('returns keys by their highest priority, each once', async () => {
    for (const key of ['e', 'c']) queue.add(key, 'low');
    for (const key of ['a', 'b', 'c']) queue.add(key);
    for (const key of ['b', 'd', 'b']) queue.add(key, 'high');
    queue.add('b', 'low');
    queue.add('d');
    expect(await takenBy(6)).to.deep.equal(['b', 'd', 'a', 'c', 'e']);
  });

  it('returns keys of one namespace after the other, however many of one namespace are waiting', async () => {
    for (let index = 0; index < 1000; index += 1) queue.add(`loud/${index}`);
    for (const key of ['quiet/a', 'quiet/b', 'cluster-scoped']) queue.add(key);
    expect(await takenBy(6)).to.deep.equal(['loud/0', 'quiet/a', 'cluster-scoped', 'loud/1', 'quiet/b', 'loud/2']);
  });

  it('returns a key first that got the priority first while it was reconciled', async () => {
    queue.add('a');
    await takenBy(1);
    for (const key of ['a', 'b']) queue.add(key);
    queue.add('a', 'high');
    queue.done('a');
    expect(await takenBy(1)).to.deep.equal(['a']);
    queue.done('a');
    queue.add('a');
    expect(await takenBy(3)).to.deep.equal(['b', 'a']);
  });

  it('returns keys of all priorities although new keys are always first', async () => {
    for (const key of ['n1', 'n2', 'n3']) queue.add(key);
    for (const key of ['l1', 'l2', 'l3']) queue.add(key, 'low');
    const taken: (string | undefined)[] = [];
    for (let round = 0; round < 32; round += 1) {
      queue.add(`urgent ${round}`, 'high');
      taken.push(...(await takenBy(1)));
      await clock.advance(1000);
    }
    expect(taken.filter((key) => key?.startsWith('urgent') !== true)).to.deep.equal(['n1', 'l1', 'n2', 'l2']);
    expect([7, 15, 23, 31].map((index) => taken[index])).to.deep.equal(['n1', 'l1', 'n2', 'l2']);
  });

  it('decides the priority of a key without one as soon as no worker has the key', async () => {
    const last = new Set<string>();
    queue = new WorkQueue(clock, undefined, (key) => (last.has(key) ? 'low' : 'normal'));
    queue.add('started');
    await takenBy(1);
    queue.add('started');
    last.add('started');
    queue.done('started');
    queue.add('new');
    expect(await takenBy(2)).to.deep.equal(['new', 'started']);
    queue.addAfter('started', 0);
    queue.add('new', 'low');
    last.add('new');
    for (const key of ['new', 'started']) queue.done(key);
    queue.add('other');
    expect((await takenBy(3)).slice(0, 1)).to.deep.equal(['other']);
  });

  it('gives a key to a waiting worker', async () => {
    const taken = queue.take();
    queue.add('a');
    expect(await taken).to.equal('a');
  });

  it('returns a key that is added while it is reconciled again, but only afterwards', async () => {
    queue.add('a');
    await takenBy(1);
    queue.add('a');
    queue.add('a');
    expect(await takenBy(1)).to.deep.equal([]);
    queue.add('b');
    queue.done('a');
    queue.done('b');
    expect(await takenBy(2)).to.deep.equal(['a']);
  });

  it('adds a key when its delay is over, and not before', async () => {
    queue.addAfter('a', 100);
    await clock.advance(99);
    const taken = queue.take();
    const early = await Promise.race([taken, settled().then(() => 'nothing')]);
    expect(early).to.equal('nothing');
    await clock.advance(1);
    expect(await taken).to.equal('a');
  });

  for (const [first, second] of [
    [100, 300],
    [300, 100],
  ] as const) {
    it(`keeps the earlier of two delays, ${first} and ${second}`, async () => {
      queue.addAfter('a', first);
      queue.addAfter('a', second);
      expect(clock.pending()).to.equal(1);
      await clock.advance(100);
      expect(await takenBy(1)).to.deep.equal(['a']);
      queue.done('a');
      await clock.advance(1000);
      expect(await takenBy(1)).to.deep.equal([]);
    });
  }

  it('adds a key without a delay at once', async () => {
    queue.addAfter('a', 0);
    queue.addAfter('b', -5);
    expect(await takenBy(2)).to.deep.equal(['a', 'b']);
  });

  it('returns the remaining keys after a shutdown, accepts no more keys and drops the delayed ones', async () => {
    queue.add('taken');
    await takenBy(1);
    queue.add('taken');
    queue.add('in line');
    queue.addAfter('delayed', 10);
    queue.shutDown();
    queue.add('late');
    queue.addAfter('late', 10);
    queue.done('taken');
    expect(clock.pending()).to.equal(0);
    expect(await takenBy(4)).to.deep.equal(['in line', 'taken', undefined, undefined]);
  });

  it('returns nothing to waiting workers after a shutdown', async () => {
    const waiting = [queue.take(), queue.take()];
    queue.shutDown();
    expect(await Promise.all(waiting)).to.deep.equal([undefined, undefined]);
  });

  it('returns the remaining keys when it is abandoned, and gives none to workers', async () => {
    queue.add('taken');
    await takenBy(1);
    queue.add('taken');
    queue.add('in line');
    expect(queue.abandon()).to.have.members(['taken', 'in line']);
    queue.done('taken');
    expect(await takenBy(2)).to.deep.equal([undefined, undefined]);
  });

  it('reports how many keys wait, and for how long they have waited', async () => {
    const told: string[] = [];
    queue = new WorkQueue(clock, {
      depth: (keys) => told.push(`depth ${keys}`),
      waited: (time) => told.push(`waited ${time}`),
    });
    queue.add('a');
    queue.add('b');
    await clock.advance(7);
    await takenBy(1);
    queue.add('a');
    await clock.advance(3);
    queue.done('a');
    await takenBy(2);
    expect(told.filter((line) => line.startsWith('depth'))).to.deep.equal(
      [1, 2, 1, 2, 1, 0].map((keys) => `depth ${keys}`),
    );
    expect(told.filter((line) => line.startsWith('waited'))).to.deep.equal(['waited 7', 'waited 10', 'waited 3']);
  });
});

describe('a FIFO queue', () => {
  it('behaves like an array with push and shift', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer(), { nil: undefined })), (steps) => {
        const queue = new Fifo<number>();
        const array: number[] = [];
        for (const step of steps) {
          if (step === undefined) expect(queue.shift()).to.equal(array.shift());
          else {
            queue.push(step);
            array.push(step);
          }
          expect(queue.size()).to.equal(array.length);
        }
      }),
    );
  });
});
