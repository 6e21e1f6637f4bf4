import { expect } from 'chai';
import { KubeError, type KubeErrorCode } from '../../../../src/clients/kube/kube-error.ts';
import { isRetryable } from '../../../../src/clients/kube/error-effect.ts';

const failure = (code: KubeErrorCode, status?: number): KubeError =>
  new KubeError(code, 'get pods a/b', 'it fails', status === undefined ? {} : { status });

describe('which calls to an API server are retried', () => {
  /** The code, and if idempotent calls and other calls are retried. */
  const table: readonly (readonly [KubeErrorCode, boolean, boolean])[] = [
    ['RATE_LIMITED', true, true],
    ['UNREACHABLE', true, true],
    ['NETWORK', true, false],
    ['TIMED_OUT', true, false],
    ['UNAVAILABLE', true, false],
    ['BAD_ANSWER', false, false],
    ['CONFIGURATION', false, false],
    ['CREDENTIALS', false, false],
    ['TLS', false, false],
    ['UNAUTHORIZED', false, false],
    ['FORBIDDEN', false, false],
    ['NOT_FOUND', false, false],
    ['ALREADY_EXISTS', false, false],
    ['CONFLICT', false, false],
    ['GONE', false, false],
    ['INVALID', false, false],
    ['REFUSED', false, false],
  ];
  for (const [code, idempotent, other] of table) {
    it(`${code}: ${idempotent ? (other ? 'all' : 'idempotent ones') : 'none'}`, () => {
      expect([isRetryable(failure(code), true), isRetryable(failure(code), false)]).to.deep.equal([idempotent, other]);
    });
  }

  it('an answer of success that is cut short: idempotent ones', () => {
    const error = failure('BAD_ANSWER', 200);
    expect([isRetryable(error, true), isRetryable(error, false)]).to.deep.equal([true, false]);
  });

  it('a bug: none', () => expect(isRetryable(new TypeError('a bug'), true)).to.equal(false));
});
