import { expect } from 'chai';
import {
  nonRetryable,
  parseRetryAfterMs,
  RETRY_POLICY,
  type RetryOptions,
  retryDelayMs,
  withInnerRetries,
  withRetries,
} from '../../../../src/clients/http/retries.ts';
import { rejection } from '../../../integration/registry/rejection.ts';

/** A transient error, optionally with a Retry-After. */
class TransientError extends Error {
  readonly retryAfterMs: number | undefined;

  constructor(retryAfterMs?: number) {
    super('it fails');
    this.retryAfterMs = retryAfterMs;
  }
}

const failure = (retryAfterMs?: number): TransientError => new TransientError(retryAfterMs);

function retrying(waits: number[], signal?: AbortSignal): RetryOptions {
  return {
    policy: RETRY_POLICY,
    clock: {
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
      },
    },
    random: () => 0,
    isTransient: (error) => error instanceof TransientError,
    signal,
  };
}

describe('the retry policy', () => {
  it('doubles the delay up to a limit, with jitter between half and all of it', () => {
    const waits = [1, 2, 3, 9].map((attempt) =>
      [0, 0.5, 1].map((random) => retryDelayMs(attempt, failure(), RETRY_POLICY, random)),
    );
    expect(waits).to.deep.equal([
      [125, 188, 250],
      [250, 375, 500],
      [500, 750, 1000],
      [5000, 7500, 10_000],
    ]);
  });

  it("adds its delay to the server's Retry-After, which it limits to a minute", () => {
    expect(retryDelayMs(1, failure(7000), RETRY_POLICY, 0)).to.equal(7125);
    expect(retryDelayMs(1, failure(3_600_000), RETRY_POLICY, 1)).to.equal(60_250);
    expect(retryDelayMs(1, failure(0), RETRY_POLICY, 0)).to.equal(125);
  });

  it('rejects with the last error after the last retry', async () => {
    const waits: number[] = [];
    const failures = Array.from({ length: 6 }, () => failure());
    const left = [...failures];
    const error = await rejection(withRetries(retrying(waits), async () => Promise.reject(left.shift() ?? failure())));
    expect(error).to.equal(failures.at(-1));
    expect(waits).to.deep.equal([125, 250, 500, 1000, 2000]);
  });

  for (const [kind, thrown, expected] of [
    ['permanent', new Error('it lasts'), 'it lasts'],
    ['non-retryable', nonRetryable(failure()), 'it fails'],
  ] as const) {
    it(`does not retry ${kind} errors`, async () => {
      const waits: number[] = [];
      let attempts = 0;
      const work = withRetries(retrying(waits), async () => {
        attempts += 1;
        throw thrown;
      });
      expect(await rejection(work)).to.have.property('message', expected);
      expect({ attempts, waits }).to.deep.equal({ attempts: 1, waits: [] });
    });
  }

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const work = withRetries(retrying([], controller.signal), async () => {
      controller.abort(reason);
      throw failure();
    });
    expect(await rejection(work)).to.equal(reason);
  });

  it('does not repeat errors that inner retries already repeated', async () => {
    const error = failure();
    let attempts = 0;
    const inner = async (): Promise<never> => {
      attempts += 1;
      throw error;
    };
    const outer = withRetries(retrying([]), async () => withInnerRetries(retrying([]), inner));
    expect(await rejection(outer)).to.equal(error);
    expect(attempts).to.equal(1 + RETRY_POLICY.retries);
  });
});

const NOW = Date.UTC(2026, 0, 1);

describe('Retry-After', () => {
  const table: readonly (readonly [string | undefined, number | undefined])[] = [
    [undefined, undefined],
    ['0', 0],
    ['7', 7000],
    [' 7 ', 7000],
    ['-7', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Thursday, 01-Jan-26 00:00:30 GMT', 30_000],
    ['Thu Jan  1 00:00:30 2026 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['Thu, 99 Jan 2026 00:00:30 GMT', undefined],
  ];
  for (const [header, wait] of table) {
    it(`${header} is ${wait} ms`, () => expect(parseRetryAfterMs(header, NOW)).to.equal(wait));
  }
});
