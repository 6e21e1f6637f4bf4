import { expect } from 'chai';
import type { ImageFacts } from '../../../src/api/taskpack/image-facts.ts';
import { startController } from '../../../src/controllers/start-controller.ts';
import { waitingBriefly } from '../../../src/registry-access/brief-waits.ts';
import { VirtualClock } from '../runtime/virtual-clock.ts';

const METRICS = {
  controller: { started: () => undefined, ended: () => undefined },
  queue: { depth: () => undefined, waited: () => undefined },
};

describe('a controller that is started', () => {
  let clock: VirtualClock;
  let stop: AbortController;
  let running: Promise<unknown>;

  beforeEach(() => {
    clock = new VirtualClock();
    stop = new AbortController();
  });

  afterEach(async () => {
    stop.abort();
    await clock.advance(100_000);
    await running;
  });

  it('works on a ninth key while the registries of eight do not answer', async () => {
    const asked: string[] = [];
    const done: string[] = [];
    const looks: number[] = [];
    const access = waitingBriefly(
      {
        facts: async (image) => {
          asked.push(image);
          return image.startsWith('good') ? ({ image } as ImageFacts) : new Promise<never>(() => undefined);
        },
        labels: async () => new Map<string, string>(),
      },
      clock,
    );
    const keys = [...Array.from({ length: 8 }, (_, index) => `hangs-${index}`), 'good'];
    running = startController(
      {
        name: 'builds',
        workers: 8,
        watch: async (enqueue) => keys.forEach((key) => enqueue(key)),
        reconcile: async (key, signal) => {
          if (key === 'hangs-0') looks.push(clock.now());
          await access.facts(`${key}.test/builder`, undefined, signal);
          done.push(`${key} at ${clock.now()}`);
          return { kind: 'done' };
        },
      },
      { clock, drainTime: 0, metrics: () => METRICS },
      stop.signal,
    );
    await clock.advance(60_000);
    expect(done).to.deep.equal(['good at 5000']);
    expect(looks.slice(0, 4)).to.deep.equal([0, 10_000, 15_000, 20_000]);
    // Each is asked once and for good, however often its key comes again.
    expect(asked).to.have.length(9);
  });

  it('tries again what fails after the longest delay that it is given', async () => {
    const tries: number[] = [];
    running = startController(
      {
        name: 'builds',
        workers: 1,
        longestDelay: 60_000,
        watch: async (enqueue) => enqueue('a'),
        reconcile: async () => {
          tries.push(clock.now());
          throw new Error('no');
        },
      },
      { clock, drainTime: 0, metrics: () => METRICS },
      stop.signal,
    );
    await clock.advance(600_000);
    const pauses = tries.map((time, index) => time - (tries[index - 1] ?? 0));
    expect(Math.max(...pauses)).to.equal(60_000);
  });
});
