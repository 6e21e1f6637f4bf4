import { expect } from 'chai';
import {
  runController,
  type ControllerOptions,
  type ReconcileReport,
  type Reconcile,
} from '../../../../src/core/runtime/controller.ts';
import { RateLimiter } from '../../../../src/core/runtime/rate-limiter.ts';
import { WorkQueue } from '../../../../src/core/runtime/work-queue.ts';
import { settled, VirtualClock } from '../../../support/virtual-clock.ts';

const DONE = { kind: 'done' } as const;

describe('a controller', () => {
  let clock: VirtualClock;
  let queue: WorkQueue;
  let stop: AbortController;
  let reports: ReconcileReport[];
  let running: Promise<readonly string[]>;

  beforeEach(() => {
    clock = new VirtualClock();
    queue = new WorkQueue(clock);
    stop = new AbortController();
    reports = [];
  });

  afterEach(async () => {
    stop.abort();
    await clock.advance(100_000);
    await running;
  });

  function run(reconcile: Reconcile, options: Partial<ControllerOptions> = {}): void {
    running = runController(
      {
        reconcile,
        isRetryable: () => true,
        queue,
        limiter: new RateLimiter(clock),
        clock,
        workers: 2,
        drainTimeoutMs: 10_000,
        metrics: { started: () => undefined, ended: (report) => reports.push(report) },
        ...options,
      },
      stop.signal,
    );
  }

  /** A reconcile that takes the given milliseconds and logs the start and the end of each key. */
  function lasting(time: number, log: string[]): Reconcile {
    return async (key) => {
      log.push(`${key} begins`);
      await new Promise<void>((resolve) => clock.schedule(time, resolve));
      log.push(`${key} ends`);
      return DONE;
    };
  }

  it('reconciles as many keys at the same time as it has workers, and no key twice at the same time', async () => {
    const log: string[] = [];
    run(lasting(10, log));
    for (const key of ['a', 'b', 'c']) queue.add(key);
    await settled();
    expect(log).to.deep.equal(['a begins', 'b begins']);
    queue.add('a');
    await clock.advance(10);
    expect(log.slice(2)).to.deep.equal(['a ends', 'c begins', 'b ends', 'a begins']);
  });

  it('requeues a key after the delay that its reconcile returns', async () => {
    run(async () => ({ kind: 'requeue', afterMs: 50 }));
    queue.add('a');
    await clock.advance(149);
    expect(reports).to.have.length(3);
    expect(reports[0]).to.deep.include({ key: 'a', requeueAfterMs: 50, durationMs: 0 });
  });

  it('does not requeue a key that is done', async () => {
    run(async () => DONE);
    queue.add('a');
    await clock.advance(1_000_000);
    expect(reports.map(({ requeueAfterMs }) => requeueAfterMs)).to.deep.equal([undefined]);
  });

  for (const [how, fail] of [
    ['returned', async (error: Error) => ({ kind: 'failed', error }) as const],
    ['thrown', async (error: Error) => Promise.reject(error)],
  ] as const) {
    it(`retries with growing delays after an error that was ${how}, and resets the delay after a success`, async () => {
      const error = new Error('no route');
      let attempts = 0;
      run(async () => {
        attempts += 1;
        return attempts === 3 ? DONE : fail(error);
      });
      queue.add('a');
      await clock.advance(100);
      expect(reports.map(({ requeueAfterMs }) => requeueAfterMs)).to.deep.equal([5, 10, undefined]);
      expect(reports[0]?.outcome).to.deep.equal({ kind: 'failed', error });
      queue.add('a');
      await settled();
      expect(reports[3]?.requeueAfterMs).to.equal(5);
    });
  }

  it('retries an error that is not retryable after five minutes, and resets the backoff', async () => {
    const final = new Error('spec.tag is no tag');
    const errors = [new Error('once'), final, new Error('once')];
    run(async () => ({ kind: 'failed', error: errors.shift() }), { isRetryable: (error) => error !== final });
    queue.add('a');
    await clock.advance(1000);
    expect(reports.map(({ requeueAfterMs }) => requeueAfterMs)).to.deep.equal([5, 300_000]);
    queue.add('a');
    await settled();
    expect(reports[2]?.requeueAfterMs).to.equal(5);
  });

  it('resets the backoff of a key that is requeued', async () => {
    const outcomes = [{ kind: 'failed', error: 1 } as const, { kind: 'requeue', afterMs: 1 } as const];
    run(async () => outcomes.shift() ?? { kind: 'failed', error: 2 });
    queue.add('a');
    await clock.advance(6);
    expect(reports.map(({ requeueAfterMs }) => requeueAfterMs)).to.deep.equal([5, 1, 5]);
  });

  for (const [what, options] of [
    ['metrics throw', { metrics: { started: fails, ended: fails } }],
    ['isRetryable throws', { isRetryable: fails }],
  ] as const) {
    it(`continues, and loses no key, if ${what}`, async () => {
      let attempts = 0;
      run(
        async () => {
          attempts += 1;
          return { kind: 'failed', error: new Error('no route') };
        },
        { ...options, workers: 1 },
      );
      queue.add('a');
      queue.add('b');
      await clock.advance(5);
      if ('metrics' in options) expect(attempts).to.equal(0);
      else expect(attempts).to.equal(4);
      expect(clock.pending()).to.equal(2);
    });
  }

  it('lets timers and sockets run while a key is requeued without a delay', async () => {
    let attempts = 0;
    run(async () => {
      attempts += 1;
      return attempts < 1000 ? { kind: 'requeue', afterMs: 0 } : DONE;
    });
    queue.add('a');
    await settled();
    expect(attempts).to.be.within(1, 10);
  });

  describe('after the stop signal', () => {
    it('finishes the running and the waiting keys, and no others', async () => {
      const log: string[] = [];
      run(lasting(10, log), { workers: 1 });
      queue.add('a');
      queue.add('b');
      queue.addAfter('later', 15);
      await settled();
      stop.abort();
      await settled();
      queue.add('too late');
      await clock.advance(20);
      expect(await running).to.deep.equal([]);
      expect(log).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends']);
      expect(clock.pending()).to.equal(0);
    });

    it('aborts reconciles after the drain timeout, and returns the unfinished keys', async () => {
      const reasons: string[] = [];
      run(
        async (key, signal) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          reasons.push(key);
          return DONE;
        },
        { workers: 1 },
      );
      queue.add('running');
      queue.add('in line');
      await settled();
      stop.abort();
      await clock.advance(9999);
      expect(reasons).to.deep.equal([]);
      await clock.advance(1);
      expect(reasons).to.deep.equal(['running']);
      expect(await running).to.deep.equal(['running', 'in line']);
    });

    it('does not wait for a reconcile that ignores its signal', async () => {
      run(() => new Promise(() => undefined));
      queue.add('stuck');
      await settled();
      stop.abort();
      await clock.advance(11_000);
      expect(await running).to.deep.equal(['stuck']);
    });

    it('stops if the signal is aborted before the start', async () => {
      stop.abort();
      queue.add('a');
      run(async () => DONE);
      expect(await running).to.deep.equal([]);
      expect(reports.map(({ key }) => key)).to.deep.equal(['a']);
    });
  });
});

function fails(): never {
  throw new Error('a bug');
}
