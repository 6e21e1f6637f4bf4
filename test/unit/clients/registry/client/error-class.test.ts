import { expect } from 'chai';
import { registryFailure as controllerFailure } from '../../../../../src/controller/kit/registry-failure.ts';
import { errorClass } from '../../../../../src/clients/registry/client/error-class.ts';
import { RegistryError, type RegistryErrorCode } from '../../../../../src/clients/registry/client/registry-error.ts';
import { isTransient } from '../../../../../src/clients/registry/client/retrying.ts';
import { registryFailure as stepFailure } from '../../../../../src/steps/registry-failure.ts';

/** For each code: its class, if the client repeats the request, what controllers do, and the failure of a step. */
const CODES: Readonly<Record<RegistryErrorCode, readonly [string, boolean, string, string]>> = {
  UNAUTHORIZED: ['denied', false, 'refused', 'SourceDenied'],
  DENIED: ['denied', false, 'refused', 'SourceDenied'],
  NOT_FOUND: ['not-found', false, 'refused', 'SourceNotFound'],
  REFUSED: ['rejected', false, 'refused', 'ArchiveInvalid'],
  ADDRESS_REFUSED: ['refused-address', false, 'refused', 'AddressRefused'],
  CREDENTIALS: ['credentials', false, 'refused', 'CredentialsInvalid'],
  RATE_LIMITED: ['unavailable', true, 'transient', 'ServerUnavailable'],
  UNAVAILABLE: ['unavailable', true, 'transient', 'ServerUnavailable'],
  NETWORK: ['no-response', true, 'transient', 'NetworkFailed'],
  TIMED_OUT: ['no-response', true, 'transient', 'NetworkFailed'],
  TLS: ['tls', false, 'transient', 'TlsFailed'],
  BAD_ANSWER: ['invalid-response', false, 'transient', 'ServerUnavailable'],
  DIGEST_MISMATCH: ['invalid-response', false, 'transient', 'ServerUnavailable'],
  SIZE_MISMATCH: ['invalid-response', false, 'transient', 'ServerUnavailable'],
  TOO_LARGE: ['unusable', false, 'unusable', 'ArchiveInvalid'],
  NO_PLATFORM: ['unusable', false, 'unusable', 'ArchiveInvalid'],
  UNSUPPORTED_MANIFEST: ['unusable', false, 'unusable', 'ArchiveInvalid'],
};

const SOURCE = { denied: 'SourceDenied', notFound: 'SourceNotFound', unusable: 'ArchiveInvalid' } as const;

describe('the classes of registry errors', () => {
  for (const [code, expected] of Object.entries(CODES) as [RegistryErrorCode, (typeof CODES)[RegistryErrorCode]][]) {
    it(`decide what the client, controllers and steps do with ${code}`, () => {
      const error = new RegistryError(code, { registry: 'r.test', image: 'r.test/a' }, 'no');
      const actual = [errorClass(code), isTransient(error), controllerFailure(error).kind, stepFailure(code, SOURCE)];
      expect(actual).to.deep.equal(expected);
    });
  }
});
