import * as fc from 'fast-check';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import type { Json } from '../../../src/core/model/json.ts';
import { damagedText } from './damaged-text.ts';
import { changedJson, hostileText } from './hostile-json.ts';

/** The kinds of requests, each with its own answers. */
export const REQUEST_KINDS = ['ping', 'token', 'manifest', 'blob', 'upload', 'other'] as const;

export type RequestKind = (typeof REQUEST_KINDS)[number];

/**
 * One answer as it is written on the connection. `{self}` and `{other}` stand for the addresses of the registry and of
 * another server, `{authorization}` for the header that the request carried.
 */
export interface RawAnswer {
  readonly status: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** `cut` closes the connection in the body. `none` sends no length. */
  readonly framing: 'length' | 'chunked' | 'none' | 'cut' | 'wrong-length';
}

const LAYER = 'the layer';
const CONFIG = JSON.stringify({
  os: 'linux',
  architecture: 'amd64',
  rootfs: { type: 'layers', diff_ids: [digestOf(Buffer.from(LAYER))] },
});

function descriptor(
  mediaType: string,
  content: string,
): { readonly mediaType: string; readonly digest: string; readonly size: number } {
  return { mediaType, digest: digestOf(Buffer.from(content)), size: Buffer.byteLength(content) };
}

const { manifest, index, config, layer } = MEDIA_TYPES.oci;
const IMAGE: Json = {
  schemaVersion: 2,
  mediaType: manifest,
  config: descriptor(config, CONFIG),
  layers: [descriptor(layer, LAYER)],
};
const INDEX: Json = {
  schemaVersion: 2,
  mediaType: index,
  manifests: [
    { ...descriptor(manifest, JSON.stringify(IMAGE)), platform: { os: 'linux', architecture: 'amd64' } },
    { ...descriptor(manifest, 'another'), platform: { os: 'linux', architecture: 'arm64', variant: 'v8' } },
  ],
};

/** The content of the registry: an index, its image, the image's configuration and its layer. */
export const CONTENT = {
  index: JSON.stringify(INDEX),
  image: JSON.stringify(IMAGE),
  imageDigest: digestOf(Buffer.from(JSON.stringify(IMAGE))),
  config: CONFIG,
  configDigest: digestOf(Buffer.from(CONFIG)),
  layer: { text: LAYER, ...descriptor(layer, LAYER) },
} as const;

const document = changedJson([IMAGE, INDEX, JSON.parse(CONFIG) as Json]).map((json) => JSON.stringify(json));
const errors = changedJson([
  { errors: [{ code: 'DENIED', message: 'no {authorization} for you', detail: 'x' }] },
  { errors: Array.from({ length: 50 }, () => ({ code: 'UNKNOWN', message: 'm'.repeat(2_000) })) },
  { details: 'bad {authorization}', message: '\u001b[2J{authorization}' },
]).map((json) => JSON.stringify(json));
const token = changedJson([
  { token: 'an-access-token', expires_in: 300, issued_at: '2026-01-01T00:00:00Z' },
  { access_token: 'an-access-token', expires_in: -1 },
  { token: 'two\r\nlines: x' },
]).map((json) => JSON.stringify(json));
const body = fc.oneof(
  document,
  document,
  errors,
  token,
  damagedText(fc.constantFrom(CONTENT.index, CONTENT.image, CONFIG, LAYER)),
  fc.constantFrom('', '[', `{"a":${'['.repeat(5_000)}`, '<html>{authorization}</html>', 'x'.repeat(100_000)),
);

const challenge = fc.oneof(
  fc.constantFrom(
    'Bearer realm="http://{self}/token",service="s",scope="repository:a/b:pull"',
    'Bearer realm="http://{other}/token"',
    'Basic realm="{self}"',
    'Bearer realm="https://{self}/token"',
    'Bearer realm="http://user:pw@{self}/token"',
    'Bearer realm="file:///etc/passwd"',
    'Bearer realm=""',
    'Negotiate abc==',
    `Bearer realm="http://${'h'.repeat(3_000)}/"`,
    `Bearer ${'a="b",'.repeat(1_000)}`,
    `Bearer realm="http://{self}/token",scope="${'x '.repeat(2_000)}"`,
    'Bearer realm="http://{self}/token?a=\\"b\\"",service="\u00e9"',
    '"\\'.repeat(2_000),
    ', ,Bearer',
  ),
  damagedText(fc.constant('Bearer realm="http://{self}/token",service="s"')),
);
const location = fc.oneof(
  fc.constantFrom(
    '/v2/a/b/blobs/uploads/1',
    'http://{other}/elsewhere',
    'http://{other}/token',
    'http://user:pw@{other}/',
    '//{other}/x',
    'ftp://{self}/',
    'javascript:alert(1)',
    '?a',
    '',
    'http://[::1',
    `http://${'h'.repeat(3_000)}/`,
    `/${'p'.repeat(7_000)}`,
    'http://169.254.169.254/latest',
  ),
  hostileText,
);
const mediaType = fc.oneof(
  fc.constantFrom(
    manifest,
    index,
    MEDIA_TYPES.docker.manifest,
    'application/vnd.docker.distribution.manifest.v1+json',
    'text/html',
  ),
  hostileText,
);
const header = fc.oneof(
  fc.tuple(fc.constant('www-authenticate'), challenge),
  fc.tuple(fc.constant('location'), location),
  fc.tuple(fc.constant('content-type'), mediaType),
  fc.tuple(
    fc.constant('docker-content-digest'),
    fc.oneof(fc.constantFrom(CONTENT.imageDigest, CONTENT.configDigest, 'sha256:0', 'md5:x'), hostileText),
  ),
  fc.tuple(
    fc.constantFrom('retry-after'),
    fc.constantFrom('0', '1', '99999999999', '-1', 'Wed, 21 Oct 2099 07:28:00 GMT', 'soon'),
  ),
  fc.tuple(
    fc.constantFrom('range', 'content-range'),
    fc.constantFrom('0-3', 'bytes 0-3/9', '0-0', '5-1', '0-99999999999999999999', 'x', '-'),
  ),
  fc.tuple(fc.constantFrom('oci-chunk-min-length'), fc.constantFrom('0', '-1', '999999999999', '1e9', 'x')),
  fc.tuple(
    fc.constantFrom('content-encoding', 'transfer-encoding'),
    fc.constantFrom('gzip', 'chunked', 'identity', 'br'),
  ),
  fc.tuple(fc.constantFrom('x', 'set-cookie'), fc.constantFrom('a', 'y'.repeat(20_000))),
);
// oxfmt-ignore
const status = fc.constantFrom(200, 200, 200, 200, 201, 202, 204, 206, 304, 301, 302, 307, 308, 400, 401, 401, 401, 403, 404, 405, 408, 416, 429, 500, 503, 999).map(String);

const answer: fc.Arbitrary<RawAnswer> = fc.record({
  status: fc.oneof(
    { weight: 30, arbitrary: status },
    { weight: 1, arbitrary: fc.constantFrom('', '20', '2000', 'OK', '100') },
  ),
  headers: fc.array(
    header.map(([name, value]) => [name, value] as const),
    { maxLength: 4 },
  ),
  body,
  framing: fc.constantFrom('length', 'length', 'length', 'length', 'chunked', 'none', 'cut', 'wrong-length'),
});

/** The hostile answers to the first requests of each kind. Later requests get the right answer. */
export type Answers = Readonly<Record<RequestKind, readonly RawAnswer[]>>;

/** Registries of which some kinds of answers are hostile, and others right, so that requests get past the first answer. */
export const answers: fc.Arbitrary<Answers> = fc.record({
  ping: few({ none: 4 }),
  token: few({ none: 3 }),
  manifest: few({ none: 1 }),
  blob: few({ none: 1 }),
  upload: few({ none: 1 }),
  other: few({ none: 1 }),
});

function few({ none }: { readonly none: number }): fc.Arbitrary<readonly RawAnswer[]> {
  return fc.oneof(
    { weight: none, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(answer, { maxLength: 3 }) },
  );
}
