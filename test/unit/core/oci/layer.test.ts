import { expect } from 'chai';
import { gunzipSync } from 'node:zlib';
import { makeLayer } from '../../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../../src/core/oci/tar.ts';

function directories(paths: readonly string[], uid = 0, gid = 0): readonly TarEntry[] {
  return paths.map((path) => ({ path, kind: 'directory', uid, gid }));
}

function kpackDirectories(uid: number, gid: number): readonly TarEntry[] {
  return [
    ...directories(['/workspace', '/layers'], uid, gid),
    ...directories(['/cnb', '/cnb/buildpacks', '/platform', '/platform/env']),
  ];
}

const PACK_DIRECTORIES = [
  ...directories(['/workspace', '/layers'], 1000, 1000),
  ...directories(['/cnb', '/cnb/buildpacks', '/cnb/extensions', '/platform', '/platform/env']),
  ...directories(['/cnb/build-config', '/cnb/build-config/env']),
];

const STACK = `[run-image]
  image = "localhost:5000/run@sha256:${'0'.repeat(64)}"
`;

const ORDER = `[[order]]

  [[order.group]]
    id = "io.buildpack.1"
    version = "v1"

  [[order.group]]
    id = "io.buildpack.2"
    version = "v2"
    optional = true
`;

/** Of Go's archive/tar, which kpack and pack use. */
const GOLDENS: readonly (readonly [what: string, entries: readonly TarEntry[], diffId: string])[] = [
  [
    "kpack's directories",
    kpackDirectories(1000, 1000),
    'sha256:6aa3691a73805f608e5fce69fb6bc89aec8362f58a6b4be2682515e9cfa3cc1a',
  ],
  [
    "kpack's directories for another user",
    kpackDirectories(4000, 3000),
    'sha256:b7118c9ed909a0ac159970e55fa5835d5b0bf632f6c80918c2aa37ecd835af1e',
  ],
  ["pack's directories", PACK_DIRECTORIES, 'sha256:fc454e27c1c60562a35add6e2a13dcd2f674221ec85d4266e85594499abdaac2'],
  [
    'stack.toml',
    [{ path: '/cnb/stack.toml', kind: 'file', content: STACK }],
    'sha256:1fea432b707d06caca674936f0bd720a509d63dc9f47d1cae59346332c034b2b',
  ],
  [
    'order.toml',
    [{ path: '/cnb/order.toml', kind: 'file', content: ORDER }],
    'sha256:c2f130097ae916a4197cfcdcb060671ac2101153f3247b336c47063b91f00de1',
  ],
  [
    'a name of two parts',
    [{ path: `/${'a'.repeat(90)}/${'b'.repeat(90)}`, kind: 'file', content: 'x' }],
    'sha256:5740e47d2fc4a2aa959469c685b6c03d098f81c04ddc6bdaa9d585e665c0e0bf',
  ],
  [
    'a name that is too long',
    [{ path: `/${'a'.repeat(90)}/${'c'.repeat(101)}`, kind: 'file', content: 'x' }],
    'sha256:8705e0dbcd4e409a171fbeb3bae594c870f6d86f0ad24438027fc082039473ad',
  ],
  [
    'a name with a slash in front only',
    [{ path: `/${'c'.repeat(100)}`, kind: 'file', content: 'x' }],
    'sha256:25f1cb95d852d91ec2711b420d1b539fd211e96fe1c2eabb44772416250ba3e6',
  ],
  [
    'names that are not ASCII',
    [{ path: '/ä', kind: 'symlink', target: '/😀' }],
    'sha256:2e7b8fc9a89e502835288c9d06e89ed89b9b5075e5a4f3eae0245ae4966a07a6',
  ],
  [
    "an owner from OpenShift's range",
    [{ path: '/home', kind: 'directory', uid: 1_000_650_000, gid: 2_097_152 }],
    'sha256:da38f4bc7f69bf8ed009656119ddc5eb3c70675450a435f8176de4cda8c061b2',
  ],
];

describe('layers', () => {
  for (const [what, entries, diffId] of GOLDENS) {
    it(`have the diffID of Go's tar: ${what}`, () => {
      expect(makeLayer(entries, { order: 'given' }).diffId).to.equal(diffId);
    });
  }

  it('have a compressed digest that does not depend on a compressor', () => {
    const { digest, size } = makeLayer(kpackDirectories(1000, 1000), { order: 'given' });
    expect({ digest, size }).to.deep.equal({
      digest: 'sha256:f30ad7422c4984306426badba442d530a13d923656c49cd1b6663f8903b875c4',
      size: 4119,
    });
  });

  it('do not depend on the order of their entries', () => {
    const entries = kpackDirectories(1000, 1000);
    expect(makeLayer(entries).digest).to.equal(makeLayer(entries.toReversed()).digest);
  });

  it('contain parent directories only on request', () => {
    const entries: readonly TarEntry[] = [{ path: '/a/b/c', kind: 'file', content: 'x' }];
    expect(names(makeLayer(entries).content)).to.deep.equal(['/a/b/c']);
    expect(names(makeLayer(entries, { parents: true }).content)).to.deep.equal(['/a', '/a/b', '/a/b/c']);
  });
});

/** The names in a tar of small files: every header is a block, every content another. */
function names(layer: Uint8Array): readonly string[] {
  const tar = gunzipSync(layer);
  const found: string[] = [];
  for (let place = 0; place < tar.length; place += 512) {
    if (tar.toString('latin1', place + 257, place + 262) === 'ustar') {
      found.push(tar.toString('utf8', place, tar.indexOf(0, place)));
    }
  }
  return found;
}
