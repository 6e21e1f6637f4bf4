import type { FakeAnswer } from '../../registry/client-fake-registry.ts';
import { authorized } from '../../registry/client-fake-answers.ts';
import { to, type BadInput, type Place } from './bad-input.ts';
import { endless } from './endless.ts';

const LIFECYCLE_BLOBS = /^\/v2\/lifecycle\/blobs\//;

/** A registry that requires authentication with this challenge. */
function challenging(what: string, challenge: (place: Place) => string, said: string): BadInput {
  const answer = to(/^\/v2\/(?:build\/.*)?$/, (place): FakeAnswer => ({
    status: 401,
    headers: { 'www-authenticate': challenge(place) },
  }));
  return { what, command: ['inspect', 'build'], answer, says: [`error: F/build:latest: ${said}`] };
}

/** A registry that redirects requests for the lifecycle's blobs to another host. */
function redirecting(what: string, location: (place: Place) => string, said: string): BadInput {
  const answer = to(LIFECYCLE_BLOBS, (place) => ({ status: 307, headers: { location: location(place) } }));
  return {
    what,
    answer,
    says: [`error: <stdin>:58:14 spec.image: F/lifecycle@lifecycle-config: F redirects ${said}`],
  };
}

const unauthenticated = (reason: string): string => `cannot authenticate with registry F: ${reason}`;

const REFUSED_LOGIN =
  'registry F requires valid credentials (401); check the credentials for this registry, and that the repository exists';

const METADATA_REFUSED =
  'registry F refers to another host: 169.254.169.254 is a link-local address, which taskpack does not connect to here; ' +
  'to allow it, add 169.254.169.254 to --allow-address';

const bearer = (realm: string): string => `Bearer realm="${realm}",service="s"`;

/** Registries that redirect to another server, or that name another server as their token server. */
export const CONNECTIONS: readonly BadInput[] = [
  challenging('a challenge of no scheme', () => '', REFUSED_LOGIN),
  challenging(
    'a challenge of a scheme that nobody knows',
    () => 'Negotiate',
    `${REFUSED_LOGIN}. It supports only negotiate; taskpack supports basic and bearer`,
  ),
  challenging(
    'a challenge that does not end',
    () => 'Bearer realm="http://auth.example.com',
    unauthenticated('its challenge is malformed'),
  ),
  challenging(
    'a realm that is a file',
    () => bearer('file:///etc/passwd'),
    unauthenticated('the realm of its challenge has an unsupported scheme'),
  ),
  challenging(
    'a realm that is a script',
    () => bearer('javascript:alert(1)'),
    unauthenticated('the realm of its challenge has an unsupported scheme'),
  ),
  challenging(
    'a realm that is no address',
    () => bearer('token'),
    unauthenticated('the realm of its challenge is not a URL'),
  ),
  challenging("a realm in the machine's metadata", () => bearer('http://169.254.169.254/latest'), METADATA_REFUSED),
  challenging(
    'a realm with a user',
    ({ elsewhere }) => bearer(`http://me:secret@${elsewhere}/token`),
    unauthenticated('the realm of its challenge contains a user name'),
  ),
  challenging(
    'a realm with a name of kilobytes',
    () => bearer(`http://${'a'.repeat(12_000)}/token`),
    unauthenticated('the realm of its challenge is not a URL'),
  ),
  challenging(
    'a challenge of a hundred kilobytes',
    () => bearer(`http://${'a'.repeat(100_000)}/token`),
    'F sends headers that are longer than taskpack reads',
  ),
  {
    what: 'a password that is refused',
    command: ['inspect', 'build'],
    answer: to(/./, { status: 401, headers: { 'www-authenticate': 'Basic realm="F"' } }),
    says: [
      'error: F/build:latest: registry F requires valid credentials (401); check the credentials for this registry, and that the repository exists',
    ],
  },
  {
    what: 'a token of a gigabyte',
    command: ['inspect', 'build'],
    answer: (request, { source }) =>
      request.path.startsWith('/token')
        ? { write: endless }
        : { status: 401, headers: { 'www-authenticate': bearer(`http://${source}/token`) } },
    says: [
      'error: F/build:latest: registry F sends a document of more than 2097152 bytes, which taskpack does not read',
    ],
  },
  {
    what: 'a token that would end the header',
    command: ['inspect', 'build'],
    answer: (request, { source }) =>
      request.path.startsWith('/token')
        ? { body: JSON.stringify({ token: 'x\r\nHost: other' }) }
        : { status: 401, headers: { 'www-authenticate': bearer(`http://${source}/token`) } },
    says: ['error: F/build:latest: the token server of registry F sends no valid token'],
  },
  {
    what: 'an error that writes on the terminal and tells our password',
    command: ['inspect', 'build'],
    answer: (request) =>
      authorized(request, 'Basic realm="F"', {
        status: 403,
        body: JSON.stringify({ errors: [{ code: 'DENIED', message: `\u001b[31m ${request.headers.authorization}` }] }),
      }),
    says: [
      'error: F/build:latest: registry F denies access (403 DENIED: [31m Basic ***); check that the account has access to the repository',
    ],
  },
  redirecting(
    'a blob in a file',
    () => 'file:///etc/passwd',
    'to an unsupported scheme; taskpack does not follow this redirect',
  ),
  {
    ...redirecting("a blob in the machine's metadata", () => 'http://169.254.169.254/latest', ''),
    says: [`error: <stdin>:58:14 spec.image: F/lifecycle@lifecycle-config: ${METADATA_REFUSED}`],
  },
  redirecting('a blob that is where it is', () => '', 'the request more than 5 times'),
  {
    what: 'a blob elsewhere, which must not hear our password',
    answer: (request, { elsewhere }) =>
      LIFECYCLE_BLOBS.test(request.path)
        ? authorized(request, 'Basic realm="F"', { status: 307, headers: { location: `http://${elsewhere}/blob` } })
        : undefined,
    says: [
      'error: <stdin>:58:14 spec.image: F/lifecycle@lifecycle-config: not found at registry F (404); check the name',
    ],
  },
];
