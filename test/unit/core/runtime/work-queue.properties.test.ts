import { expect } from 'chai';
import * as fc from 'fast-check';
import { WorkQueue } from '../../../../src/core/runtime/work-queue.ts';
import type { Priority } from '../../../../src/core/runtime/priority-queue.ts';
import { settled, VirtualClock } from '../../../support/virtual-clock.ts';

/** Something that happens to a queue. */
type Step =
  | { readonly kind: 'add'; readonly key: string; readonly priority: Priority | undefined }
  | { readonly kind: 'addAfter'; readonly key: string; readonly delay: number }
  | { readonly kind: 'take' }
  | { readonly kind: 'finish' }
  | { readonly kind: 'advance'; readonly time: number };

const key = fc.constantFrom('a', 'b', 'c', 'd');
const priority = fc.constantFrom<Priority | undefined>('high', 'normal', 'low', undefined);
const time = fc.integer({ min: 0, max: 100 });

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('add' as const), key, priority }),
    fc.record({ kind: fc.constant('addAfter' as const), key, delay: time }),
    fc.record({ kind: fc.constant('take' as const) }),
    fc.record({ kind: fc.constant('finish' as const) }),
    fc.record({ kind: fc.constant('advance' as const), time }),
  ),
  { maxLength: 40 },
);

/** A queue with its workers, and what a bystander notes of it. */
class Observed {
  readonly clock = new VirtualClock();
  readonly queue = new WorkQueue(this.clock, undefined, (name) => (name < 'c' ? 'normal' : 'low'));
  /** The keys that are worked on, the oldest first. */
  readonly worked: string[] = [];
  /** The keys that were added since they were last taken. */
  readonly owed = new Set<string>();
  /** The earliest time at which each delayed key may be taken. */
  readonly owedFrom = new Map<string, number>();
  takes = 0;
  asks = 0;

  async perform(step: Step): Promise<void> {
    switch (step.kind) {
      case 'add':
        this.asks += 1;
        this.owed.add(step.key);
        return this.queue.add(step.key, step.priority);
      case 'addAfter':
        this.asks += 1;
        this.owedFrom.set(
          step.key,
          Math.min(this.clock.elapsed() + step.delay, this.owedFrom.get(step.key) ?? Infinity),
        );
        return this.queue.addAfter(step.key, step.delay);
      case 'take':
        return this.#take();
      case 'finish':
        return this.finish();
      case 'advance':
        return this.clock.advance(step.time);
    }
  }

  finish(): void {
    const finished = this.worked.shift();
    if (finished !== undefined) this.queue.done(finished);
  }

  #take(): void {
    void this.queue.take().then((taken) => {
      if (taken === undefined) return;
      expect(this.worked, 'worked on at once').not.to.include(taken);
      this.takes += 1;
      this.worked.push(taken);
      this.owed.delete(taken);
      if ((this.owedFrom.get(taken) ?? Infinity) <= this.clock.elapsed()) this.owedFrom.delete(taken);
    });
  }
}

// Known bug: buildpacks-community/kpack#216.
describe('the work queue, whatever happens to it', () => {
  it('loses no key, returns no key twice at the same time, and no key more often than it was added', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (happenings) => {
        const observed = new Observed();
        for (const step of happenings) {
          await observed.perform(step);
          await settled();
        }
        await observed.clock.advance(1000);
        for (let round = 0; round < 20; round += 1) {
          await observed.perform({ kind: 'take' });
          await settled();
          observed.finish();
          await settled();
        }
        expect([...observed.owed, ...observed.owedFrom.keys()], 'lost').to.deep.equal([]);
        expect(observed.takes).to.be.at.most(observed.asks);
        expect(observed.clock.pending()).to.equal(0);
      }),
      { numRuns: 300 },
    );
  });
});
