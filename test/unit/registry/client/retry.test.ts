import { expect } from 'chai';
import { RegistryError, type RegistryErrorCode } from '../../../../src/registry/client/registry-error.ts';
import { parseRetryAfter } from '../../../../src/registry/client/retry-after.ts';
import {
  final,
  isTransient,
  RETRY_POLICY,
  waitAfter,
  withInnerRetries,
  withRetries,
  type Retrying,
} from '../../../../src/registry/client/retry-policy.ts';
import { rejection } from '../../../integration/registry/rejection.ts';

const SUBJECT = { registry: 'r.test', image: 'r.test/a:1' };
const NOW = Date.UTC(2026, 0, 1);
const failure = (code: RegistryErrorCode, retryAfter?: number): RegistryError =>
  new RegistryError(code, SUBJECT, 'it fails', retryAfter === undefined ? {} : { retryAfter });

function retrying(waits: number[], signal?: AbortSignal): Retrying {
  return {
    policy: RETRY_POLICY,
    collaborators: {
      random: () => 0,
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
      },
    },
    ...(signal && { signal }),
  };
}

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
    it(`${header} is ${wait} ms`, () => expect(parseRetryAfter(header, NOW)).to.equal(wait));
  }
});

describe('the retry policy', () => {
  it('doubles the wait, takes between half and all of it, and has a limit', () => {
    const waits = [1, 2, 3, 9].map((attempt) =>
      [0, 0.5, 1].map((random) => waitAfter(attempt, failure('NETWORK'), RETRY_POLICY, random)),
    );
    expect(waits).to.deep.equal([
      [125, 188, 250],
      [250, 375, 500],
      [500, 750, 1000],
      [5000, 7500, 10_000],
    ]);
  });

  it('waits as long as it is asked to, up to a minute', () => {
    expect(waitAfter(1, failure('RATE_LIMITED', 7000), RETRY_POLICY, 0)).to.equal(7000);
    expect(waitAfter(1, failure('RATE_LIMITED', 3_600_000), RETRY_POLICY, 0)).to.equal(60_000);
    expect(waitAfter(1, failure('RATE_LIMITED', 0), RETRY_POLICY, 0)).to.equal(125);
  });

  it('repeats nothing but what may get better', () => {
    const codes: readonly RegistryErrorCode[] = ['RATE_LIMITED', 'UNAVAILABLE', 'NETWORK', 'TIMED_OUT'];
    for (const code of codes) expect(isTransient(failure(code)), code).to.equal(true);
    const lasting: readonly RegistryErrorCode[] = [
      'UNAUTHORIZED',
      'DENIED',
      'NOT_FOUND',
      'REFUSED',
      'TLS',
      'BAD_ANSWER',
    ];
    for (const code of lasting) expect(isTransient(failure(code)), code).to.equal(false);
    expect(isTransient(new TypeError('a bug'))).to.equal(false);
  });

  it('gives up with the last error', async () => {
    const waits: number[] = [];
    let attempts = 0;
    const error = await rejection(
      withRetries(retrying(waits), async () => Promise.reject(failure('NETWORK', (attempts += 1)))),
    );
    expect(error).to.have.property('retryAfter', 6);
    expect(waits).to.deep.equal([125, 250, 500, 1000, 2000]);
  });

  for (const [what, thrown] of [
    ['a 404', failure('NOT_FOUND')],
    ['a bug', new Error('a bug')],
  ] as const) {
    it(`does not repeat ${what}, nor what is final`, async () => {
      const waits: number[] = [];
      expect(await rejection(withRetries(retrying(waits), async () => Promise.reject(thrown)))).to.equal(thrown);
      const last = failure('NETWORK');
      expect(await rejection(withRetries(retrying(waits), async () => Promise.reject(final(last))))).to.equal(last);
      expect(waits).to.deep.equal([]);
    });
  }

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const work = withRetries(retrying([], controller.signal), async () => {
      controller.abort(reason);
      throw failure('NETWORK');
    });
    expect(await rejection(work)).to.equal(reason);
  });

  it('does not begin all over where retries within it were in vain', async () => {
    const error = failure('NETWORK');
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
