import { expect } from 'chai';
import {
  final,
  RETRY_POLICY,
  waitAfter,
  withInnerRetries,
  withRetries,
  type Retrying,
} from '../../../src/http/retries.ts';
import { rejection } from '../../integration/registry/rejection.ts';

/** It may get better; its server may ask for a wait. */
class TransientError extends Error {
  readonly retryAfter: number | undefined;

  constructor(retryAfter?: number) {
    super('it fails');
    this.retryAfter = retryAfter;
  }
}

const failure = (retryAfter?: number): TransientError => new TransientError(retryAfter);

function retrying(waits: number[], signal?: AbortSignal): Retrying {
  return {
    policy: RETRY_POLICY,
    collaborators: {
      random: () => 0,
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
      },
    },
    isTransient: (error) => error instanceof TransientError,
    signal,
  };
}

describe('the retry policy', () => {
  it('doubles the wait, takes between half and all of it, and has a limit', () => {
    const waits = [1, 2, 3, 9].map((attempt) =>
      [0, 0.5, 1].map((random) => waitAfter(attempt, failure(), RETRY_POLICY, random)),
    );
    expect(waits).to.deep.equal([
      [125, 188, 250],
      [250, 375, 500],
      [500, 750, 1000],
      [5000, 7500, 10_000],
    ]);
  });

  it('comes after the wait that the server asks for, of which a minute is honoured', () => {
    expect(waitAfter(1, failure(7000), RETRY_POLICY, 0)).to.equal(7125);
    expect(waitAfter(1, failure(3_600_000), RETRY_POLICY, 1)).to.equal(60_250);
    expect(waitAfter(1, failure(0), RETRY_POLICY, 0)).to.equal(125);
  });

  it('gives up with the last error', async () => {
    const waits: number[] = [];
    const failures = Array.from({ length: 6 }, () => failure());
    const left = [...failures];
    const error = await rejection(withRetries(retrying(waits), async () => Promise.reject(left.shift() ?? failure())));
    expect(error).to.equal(failures.at(-1));
    expect(waits).to.deep.equal([125, 250, 500, 1000, 2000]);
  });

  it('does not repeat what lasts, nor what is final', async () => {
    const waits: number[] = [];
    const lasting = new Error('it lasts');
    expect(await rejection(withRetries(retrying(waits), async () => Promise.reject(lasting)))).to.equal(lasting);
    const last = failure();
    expect(await rejection(withRetries(retrying(waits), async () => Promise.reject(final(last))))).to.equal(last);
    expect(waits).to.deep.equal([]);
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const work = withRetries(retrying([], controller.signal), async () => {
      controller.abort(reason);
      throw failure();
    });
    expect(await rejection(work)).to.equal(reason);
  });

  it('does not begin all over where retries within it were in vain', async () => {
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
