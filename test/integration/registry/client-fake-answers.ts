import { MEDIA_TYPES } from '../../../src/registry/media-types.ts';
import type { FakeAnswer, FakeRequest } from './client-fake-registry.ts';

/** A manifest of OCI's type. */
export const manifestAnswer = (body: string | Uint8Array, rest: Readonly<Record<string, string>> = {}): FakeAnswer => ({
  body,
  headers: { 'content-type': MEDIA_TYPES.oci.manifest, ...rest },
});

/** The answer to who says who he is, a challenge for others. */
export const authorized = ({ headers }: FakeRequest, challenge: string, answer: FakeAnswer): FakeAnswer =>
  headers.authorization === undefined ? { status: 401, headers: { 'www-authenticate': challenge } } : answer;

/** An answer of a token server. */
export const give = (token: string, rest: object = {}): FakeAnswer => ({ body: JSON.stringify({ token, ...rest }) });
