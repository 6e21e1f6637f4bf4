import { expect } from 'chai';
import { KubeError, type KubeErrorCode } from '../../../../src/kube/kube-error.ts';
import { mayBeRepeated } from '../../../../src/kube/transport/repetition.ts';

const failure = (code: KubeErrorCode, status?: number): KubeError =>
  new KubeError(code, 'get pods a/b', 'it fails', status === undefined ? {} : { status });

describe('which calls to an API server are repeated', () => {
  /** Code, whether an idempotent call is repeated, whether any other is. */
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
      expect([mayBeRepeated(failure(code), true), mayBeRepeated(failure(code), false)]).to.deep.equal([
        idempotent,
        other,
      ]);
    });
  }

  it('an answer of success that is cut short: idempotent ones', () => {
    const error = failure('BAD_ANSWER', 200);
    expect([mayBeRepeated(error, true), mayBeRepeated(error, false)]).to.deep.equal([true, false]);
  });

  it('a bug: none', () => expect(mayBeRepeated(new TypeError('a bug'), true)).to.equal(false));
});
