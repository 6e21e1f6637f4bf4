import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import type { FakeAnswer, FakeRequest } from './client-fake-registry.ts';

/** A manifest with OCI's media type. */
export const manifestAnswer = (body: string | Uint8Array, rest: Readonly<Record<string, string>> = {}): FakeAnswer => ({
  body,
  headers: { 'content-type': MEDIA_TYPES.oci.manifest, ...rest },
});

/** The response to authenticated requests, and a challenge for other requests. */
export const authorized = ({ headers }: FakeRequest, challenge: string, answer: FakeAnswer): FakeAnswer =>
  headers.authorization === undefined ? { status: 401, headers: { 'www-authenticate': challenge } } : answer;

/** A response of a token server. */
export const give = (token: string, rest: object = {}): FakeAnswer => ({ body: JSON.stringify({ token, ...rest }) });
