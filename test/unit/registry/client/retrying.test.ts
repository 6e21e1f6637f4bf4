import { expect } from 'chai';
import { RegistryError, type RegistryErrorCode } from '../../../../src/registry/client/registry-error.ts';
import { isTransient } from '../../../../src/registry/client/retrying.ts';

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
