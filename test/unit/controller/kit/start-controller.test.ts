import { expect } from 'chai';
import type { ImageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import { startController } from '../../../../src/controller/kit/start-controller.ts';
import { withLookupTimeout } from '../../../../src/controller/registry-access/lookup-timeout.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const METRICS = {
  controller: { started: () => undefined, ended: () => undefined },
  queue: { depth: () => undefined, waited: () => undefined },
};

describe('a started controller', () => {
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

  it('reconciles a ninth key while the registries of eight others do not answer', async () => {
    const asked: string[] = [];
    const done: string[] = [];
    const looks: number[] = [];
    const access = withLookupTimeout(
      {
        facts: async (image) => {
          asked.push(image);
          return image.startsWith('good') ? ({ image } as ImageFacts) : new Promise<never>(() => undefined);
        },
        labels: async () => new Map<string, string>(),
        digest: async () => '',
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
          if (key === 'hangs-0') looks.push(clock.elapsed());
          await access.facts(`${key}.test/builder`, undefined, signal);
          done.push(`${key} at ${clock.elapsed()}`);
          return { kind: 'done' };
        },
      },
      { clock, drainTimeoutMs: 0, metrics: () => METRICS },
      stop.signal,
    );
    await clock.advance(60_000);
    expect(done).to.deep.equal(['good at 1000']);
    // The eight lookups are late after a second.
    expect(looks.slice(0, 4)).to.deep.equal([0, 6_000, 12_000, 24_000]);
    // Each registry is asked once, however often its key is requeued.
    expect(asked).to.have.length(9);
  });

  it('reconciles a key of another namespace within two seconds beside 600 keys whose registries never answer', async () => {
    const starts: number[] = [];
    let [connections, mostConnections] = [0, 0];
    const facts = async (image: string): Promise<ImageFacts> => {
      connections += 1;
      mostConnections = Math.max(mostConnections, connections);
      // The client gives up after its retries, and the next reconcile starts another lookup.
      await clock.sleep(image.startsWith('good') ? 300 : 90_000);
      connections -= 1;
      if (!image.startsWith('good')) throw new Error('no answer');
      return { image } as ImageFacts;
    };
    const other = { labels: async () => new Map<string, string>(), digest: async () => '' };
    const access = withLookupTimeout({ facts, ...other }, clock);
    let add: ((key: string) => void) | undefined;
    running = startController(
      {
        name: 'builds',
        workers: 24,
        maxRetryDelayMs: 60_000,
        watch: async (enqueue) => {
          add = enqueue;
          for (let count = 0; count < 600; count += 1) enqueue(`hostile/hangs-${count}`);
        },
        reconcile: async (key, signal) => {
          const [namespace = '', name] = key.split('/');
          if (namespace === 'other') starts.push(clock.elapsed());
          await access.facts(`${name}.test/builder`, { namespace, serviceAccount: 'default' }, signal);
          return { kind: 'done' };
        },
      },
      { clock, drainTimeoutMs: 0, metrics: () => METRICS },
      stop.signal,
    );
    const waits: number[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      await clock.advance(minute === 0 ? 0 : 60_000);
      const addedAt = clock.elapsed();
      add?.(`other/good-${minute}`);
      await clock.advance(10_000);
      waits.push((starts[minute] ?? Infinity) - addedAt);
    }
    expect(Math.max(...waits)).to.be.at.most(2_000);
    expect(mostConnections).to.be.at.most(60);
  });

  it('retries a failed key after the maximum delay at the latest', async () => {
    const tries: number[] = [];
    running = startController(
      {
        name: 'builds',
        workers: 1,
        maxRetryDelayMs: 60_000,
        watch: async (enqueue) => enqueue('a'),
        reconcile: async () => {
          tries.push(clock.elapsed());
          throw new Error('no');
        },
      },
      { clock, drainTimeoutMs: 0, metrics: () => METRICS },
      stop.signal,
    );
    await clock.advance(600_000);
    const pauses = tries.map((time, index) => time - (tries[index - 1] ?? 0));
    expect(Math.max(...pauses)).to.equal(60_000);
  });
});
