import { MEDIA_TYPES } from '../../../../src/core/oci/media-types.ts';
import { manifestAnswer } from '../../registry/client-fake-answers.ts';
import type { FakeAnswer } from '../../registry/client-fake-registry.ts';
import { digestOf, to, type BadInput } from './bad-input.ts';
import { endless } from './endless.ts';
import { withManifest } from './some-images.ts';

const BUILD = /^\/v2\/build\/manifests\//;
const OUTDATED =
  'its manifest has schema version 1, which taskpack does not support; push the image again with a current tool';

function index(...platforms: readonly string[]): FakeAnswer {
  const manifests = platforms.map((platform) => {
    const [os, architecture] = platform.split('/');
    return { mediaType: MEDIA_TYPES.oci.manifest, size: 3, digest: digestOf('1'), platform: { os, architecture } };
  });
  return { headers: { 'content-type': MEDIA_TYPES.oci.index }, body: JSON.stringify({ schemaVersion: 2, manifests }) };
}

/** Invalid manifests, and manifests of unsupported types. */
export const MANIFESTS: readonly BadInput[] = [
  {
    what: 'a build image with a manifest of schema 1',
    answer: to(
      BUILD,
      manifestAnswer('{}', { 'content-type': 'application/vnd.docker.distribution.manifest.v1+prettyjws' }),
    ),
    says: [`error: <stdin>:43:16 spec.buildImage.image: F/build:latest: ${OUTDATED}`],
  },
  {
    what: 'schema 1 under a current type',
    command: ['inspect', 'build'],
    answer: to(BUILD, manifestAnswer('{"schemaVersion":1}')),
    says: [`error: F/build:latest: ${OUTDATED}`],
  },
  {
    what: 'a run image for other platforms alone',
    answer: to(/^\/v2\/run\/manifests\//, index('linux/arm64', 'windows/amd64')),
    says: [
      'error: <stdin>:46:16 spec.runImage.image: F/run:latest: registry F has no image for linux/amd64; the index offers: linux/arm64, windows/amd64',
    ],
  },
  {
    what: 'a lifecycle for no platform',
    command: 'resolve',
    answer: to(/^\/v2\/lifecycle\/manifests\//, index()),
    says: [
      'error: <stdin>:58:14 spec.image: F/lifecycle:latest: registry F has no image for linux/amd64; the index offers: none',
    ],
  },
  {
    what: 'a manifest list whose image is not there',
    answer: to(/^\/v2\/run\/manifests\/latest$/, index('linux/amd64')),
    says: [
      'error: <stdin>:46:16 spec.runImage.image: F/run@sha256:1…: not found at registry F (404); check the name, and that the account has access to the repository',
    ],
  },
  {
    what: 'a manifest list in circles',
    answer: to(/^\/v2\/run\/manifests\//, index('linux/amd64')),
    says: [
      'error: <stdin>:46:16 spec.runImage.image: F/run@sha256:1…: registry F has content with the digest sha256:… instead of sha256:1…',
    ],
  },
  {
    what: 'a page of a proxy',
    answer: to(/^\/v2\/hello-1\/manifests\//, { headers: { 'content-type': 'text/html' }, body: '<html>Sign in' }),
    says: [
      'error: <stdin>:71:18 spec.sources[0].image: F/hello-1:latest: its manifest has the unsupported media type text/html',
    ],
  },
  {
    what: 'another manifest than the digest that was asked for',
    documents: ({ stack, ...others }, { source }) => {
      const buildImage = { image: `${source}/build@${digestOf('1')}` };
      return [...Object.values(others), { ...stack, spec: { ...stack.spec, buildImage } }];
    },
    answer: to(BUILD, (_, { build }) => manifestAnswer(Buffer.from(build.manifest.content))),
    says: [
      'error: <stdin>:83:16 spec.buildImage.image: F/build@sha256:1…: registry F has content with the digest build instead of sha256:1…',
    ],
  },
  {
    what: 'an index that says it is an image',
    answer: to(BUILD, manifestAnswer('{"schemaVersion":2,"manifests":[]}')),
    says: [
      'error: <stdin>:43:16 spec.buildImage.image: F/build:latest: registry F sends an invalid manifest: an image must not have manifests',
    ],
  },
  {
    what: 'a layer whose digest is a path',
    images: ({ build }) => ({
      build: withManifest(build, (manifest) => ({
        ...manifest,
        layers: [{ mediaType: MEDIA_TYPES.oci.layer, size: 1, digest: '../../other/blobs/x' }],
      })),
    }),
    says: [
      'error: <stdin>:43:16 spec.buildImage.image: F/build:latest: registry F sends an invalid manifest: layers[0] is not a descriptor with a sha256 digest',
    ],
  },
  {
    what: 'a layer of less than nothing',
    images: ({ lifecycle }) => ({
      lifecycle: withManifest(lifecycle, (manifest) => ({
        ...manifest,
        layers: [{ mediaType: MEDIA_TYPES.oci.layer, size: -1, digest: digestOf('1') }],
      })),
    }),
    says: [
      'error: <stdin>:58:14 spec.image: F/lifecycle:latest: registry F sends an invalid manifest: layers[0] is not a descriptor with a sha256 digest',
    ],
  },
  {
    what: 'a gigabyte for a manifest',
    command: ['inspect', 'build'],
    answer: to(BUILD, { ...manifestAnswer(''), write: endless }),
    says: [
      'error: F/build:latest: registry F sends a document of more than 2097152 bytes, which taskpack does not read',
    ],
  },
  {
    what: 'a manifest that nests without end',
    command: ['inspect', 'build'],
    answer: to(BUILD, manifestAnswer(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)),
    says: ['error: F/build:latest: registry F sends a document that is not JSON'],
  },
];
