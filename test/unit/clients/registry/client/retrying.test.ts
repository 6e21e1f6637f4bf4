import { expect } from 'chai';
import { RegistryError, type RegistryErrorCode } from '../../../../../src/clients/registry/client/registry-error.ts';
import { isTransient, retryOptions } from '../../../../../src/clients/registry/client/retrying.ts';

const SUBJECT = { registry: 'r.test', image: 'r.test/a:1' };
const failure = (code: RegistryErrorCode): RegistryError => new RegistryError(code, SUBJECT, 'it fails');

describe('which requests to a registry are repeated', () => {
  it('retries only transient errors', () => {
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
});

describe('requests of a user who waits', () => {
  for (const code of [
    'ENOTFOUND',
    'EAI_AGAIN',
    'ENETUNREACH',
    'EHOSTUNREACH',
    'ETIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
  ]) {
    it(`are not repeated for a host that cannot be found or reached: ${code}`, () => {
      expect([isRetried(code, false), isRetried(code, true)]).to.deep.equal([false, true]);
    });
  }

  for (const code of ['ECONNRESET', '']) {
    it(`are repeated for a host that can be reached: ${code}`, () => {
      expect([isRetried(code, false), isRetried(code, false, 'first')]).to.deep.equal([true, true]);
    });
  }

  it('are repeated for a registry that refuses connections, unless it is the first', () => {
    expect([isRetried('ECONNREFUSED', false), isRetried('ECONNREFUSED', false, 'first')]).to.deep.equal([true, false]);
    expect(isRetried('ECONNREFUSED', true, 'first')).to.equal(true);
  });
});

function isRetried(code: string, retriesUnreachable: boolean, contact?: 'first'): boolean {
  const cause = Object.assign(new Error('no'), { code });
  const { isTransient: isRepeated } = retryOptions({ network: {}, retriesUnreachable } as never, contact);
  return isRepeated(new RegistryError('NETWORK', SUBJECT, 'it fails', { cause }));
}
