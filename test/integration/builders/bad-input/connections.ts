import type { FakeAnswer } from '../../registry/client-fake-registry.ts';
import { authorized } from '../../registry/client-fake-answers.ts';
import { to, type BadInput, type Place } from './bad-input.ts';
import { endless } from './endless.ts';

const LIFECYCLE_BLOBS = /^\/v2\/lifecycle\/blobs\//;

/** A registry that wants to know who asks, and how. */
function challenging(what: string, challenge: (place: Place) => string, said: string): BadInput {
  const answer = to(/^\/v2\/(?:build\/.*)?$/, (place): FakeAnswer => ({
    status: 401,
    headers: { 'www-authenticate': challenge(place) },
  }));
  return { what, command: ['inspect', 'build'], answer, says: [`error: F/build:latest: ${said}`] };
}

/** A registry that has the lifecycle's blobs elsewhere. */
function redirecting(what: string, location: (place: Place) => string, said: string): BadInput {
  const answer = to(LIFECYCLE_BLOBS, (place) => ({ status: 307, headers: { location: location(place) } }));
  return {
    what,
    answer,
    says: [`error: <stdin>:14:5 spec.lifecycle: F/lifecycle@lifecycle-config: F redirects ${said}`],
  };
}

const unauthenticated = (reason: string): string => `registry F cannot be authenticated with: ${reason}`;

const bearer = (realm: string): string => `Bearer realm="${realm}",service="s"`;

/** Registries that would have us ask somebody else, or tell him who we are. */
export const CONNECTIONS: readonly BadInput[] = [
  challenging('a challenge of no scheme', () => '', unauthenticated('its challenge is malformed')),
  challenging(
    'a challenge of a scheme that nobody knows',
    () => 'Negotiate',
    unauthenticated('it knows only negotiate, and taskpack only basic and bearer'),
  ),
  challenging(
    'a challenge that does not end',
    () => 'Bearer realm="http://auth.example.com',
    unauthenticated('its challenge is malformed'),
  ),
  challenging(
    'a realm that is a file',
    () => bearer('file:///etc/passwd'),
    unauthenticated('the realm of its challenge is a file: address'),
  ),
  challenging(
    'a realm that is a script',
    () => bearer('javascript:alert(1)'),
    unauthenticated('the realm of its challenge is a javascript: address'),
  ),
  challenging(
    'a realm that is no address',
    () => bearer('token'),
    unauthenticated('the realm of its challenge is no URL'),
  ),
  challenging(
    "a realm in the machine's metadata",
    () => bearer('http://169.254.169.254/latest'),
    unauthenticated('the realm of its challenge, 169.254.169.254, is an address of this machine'),
  ),
  challenging(
    'a realm with a user',
    ({ elsewhere }) => bearer(`http://me:secret@${elsewhere}/token`),
    unauthenticated('the realm of its challenge names a user'),
  ),
  challenging(
    'a realm with a name of kilobytes',
    () => bearer(`http://${'a'.repeat(12_000)}/token`),
    unauthenticated('the realm of its challenge is no URL'),
  ),
  challenging(
    'a challenge of a hundred kilobytes',
    () => bearer(`http://${'a'.repeat(100_000)}/token`),
    'F answers with longer headers than taskpack reads',
  ),
  {
    what: 'a password that is refused',
    command: ['inspect', 'build'],
    answer: to(/./, { status: 401, headers: { 'www-authenticate': 'Basic realm="F"' } }),
    says: [
      'error: F/build:latest: registry F refuses access (401); check the credentials for it, and that the repository exists',
    ],
  },
  {
    what: 'a token of a gigabyte',
    command: ['inspect', 'build'],
    answer: (request, { source }) =>
      request.path.startsWith('/token')
        ? { write: endless }
        : { status: 401, headers: { 'www-authenticate': bearer(`http://${source}/token`) } },
    says: ['error: F/build:latest: F answers a document of more than 4194304 bytes'],
  },
  {
    what: 'a token that would end the header',
    command: ['inspect', 'build'],
    answer: (request, { source }) =>
      request.path.startsWith('/token')
        ? { body: JSON.stringify({ token: 'x\r\nHost: other' }) }
        : { status: 401, headers: { 'www-authenticate': bearer(`http://${source}/token`) } },
    says: ['error: F/build:latest: the token server of registry F answers no token'],
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
      'error: F/build:latest: registry F denies access (403 DENIED: [31m Basic ***); the account may lack the right to it',
    ],
  },
  redirecting('a blob in a file', () => 'file:///etc/passwd', 'to a file: address; it is not followed'),
  redirecting(
    "a blob in the machine's metadata",
    () => 'http://169.254.169.254/latest',
    'to 169.254.169.254, which is an address of this machine; it is not followed',
  ),
  redirecting('a blob that is where it is', () => '', 'more than 5 times'),
  {
    what: 'a blob elsewhere, which must not hear our password',
    answer: (request, { elsewhere }) =>
      LIFECYCLE_BLOBS.test(request.path)
        ? authorized(request, 'Basic realm="F"', { status: 307, headers: { location: `http://${elsewhere}/blob` } })
        : undefined,
    says: ['error: <stdin>:14:5 spec.lifecycle: F/lifecycle@lifecycle-config: registry F does not have it (404)'],
  },
];
