import type { JsonObject } from '../../../../src/core/model/json.ts';
import { MEDIA_TYPES } from '../../../../src/core/oci/media-types.ts';
import { digestOf, type BadInput, type Place } from './bad-input.ts';
import { withManifest, type GoodImages } from './some-images.ts';
import { lifecycleStatus, offering, someBuildpack, stackStatus, withStatus } from './some-statuses.ts';

function ofStack(fields: Parameters<typeof stackStatus>[2]): NonNullable<BadInput['documents']> {
  return withStatus('stack', (place, images) => stackStatus(place, images, fields));
}

function ofLifecycle(fields: Parameters<typeof lifecycleStatus>[2]): NonNullable<BadInput['documents']> {
  return withStatus('lifecycle', (place, images) => lifecycleStatus(place, images, fields));
}

/** The status of a build image with another first layer and therefore another digest. */
function withBaseLayer(layer: JsonObject): NonNullable<BadInput['documents']> {
  return withStatus('stack', (place: Place, images: GoodImages) => {
    const build = withManifest(images.build, ({ layers, ...manifest }) => ({
      ...manifest,
      layers: [layer, ...(layers as readonly JsonObject[]).slice(1)],
    }));
    return stackStatus(place, { ...images, build });
  });
}

/** Statuses that a user edited, or that describe another image. */
export const STATUSES: readonly BadInput[] = [
  {
    what: 'a digest that is none',
    documents: offering([someBuildpack({ digest: 'sha256:12' })]),
    says: [
      'error: <stdin>:93:19 status.buildpacks[0].digest: invalid value: sha256:12 (a digest is sha256: and 64 hexadecimal digits in lower case)',
    ],
  },
  {
    what: 'a digest that is a path',
    documents: offering([someBuildpack({ digest: '../../hello-1/manifests/x' })]),
    says: [
      'error: <stdin>:93:19 status.buildpacks[0].digest: invalid value: ../../hello-1/manifests/x (a digest is sha256: and 64 hexadecimal digits in lower case)',
    ],
  },
  {
    what: 'a digest of another kind',
    documents: offering([someBuildpack({ digest: `sha512:${'1'.repeat(128)}` })]),
    says: [
      'error: <stdin>:93:19 status.buildpacks[0].digest: invalid value: sha512:1… (a digest is sha256: and 64 hexadecimal digits in lower case)',
    ],
  },
  {
    what: 'a diffID that is none',
    documents: offering([someBuildpack({ diffId: 'x' })]),
    says: [
      'error: <stdin>:92:19 status.buildpacks[0].diffId: invalid value: x (a digest is sha256: and 64 hexadecimal digits in lower case)',
    ],
  },
  {
    what: 'a size below nothing',
    documents: offering([someBuildpack({ size: -1 })]),
    says: ['error: <stdin>:94:17 status.buildpacks[0].size: expected an integer of at least 0, found the number -1'],
  },
  {
    what: 'half a byte',
    documents: offering([someBuildpack({ size: 1.5 })]),
    says: ['error: <stdin>:94:17 status.buildpacks[0].size: expected an integer, found the number 1.5'],
  },
  {
    what: 'a store image that is none',
    documents: offering([someBuildpack({ storeImage: { image: 'Not An Image' } })]),
    says: [
      'error: <stdin>:82:20 status.buildpacks[0].storeImage.image: invalid value: Not An Image (the repository has upper-case letters)',
    ],
  },
  {
    what: 'a layer that the registry lacks',
    documents: offering([someBuildpack()]),
    says: [
      'error: <stdin>:9:12 spec.tag: F/hello-1@sha256:2…: not found at registry F (404); check the name, and that the account has access to the repository',
    ],
  },
  {
    what: 'a layer larger than the world',
    documents: offering([someBuildpack({ size: Number.MAX_SAFE_INTEGER })]),
    says: [
      'error: <stdin>:9:12 spec.tag: F/hello-1@sha256:2…: not found at registry F (404); check the name, and that the account has access to the repository',
    ],
  },
  {
    what: 'a manifest that is not the image’s',
    documents: ofStack({ buildImage: { manifest: '{}' } }),
    says: [
      'error: <stdin>:10:5 spec.stack: the stored manifest and configuration of image F/build@build are wrong: the manifest does not match the digest; read them again with "taskpack inspect F/build@build"',
    ],
  },
  {
    what: 'an image that is not the manifest’s',
    documents: withStatus('stack', (place, images) =>
      stackStatus(place, images, { buildImage: { latestImage: `${place.source}/build@${digestOf('1')}` } }),
    ),
    says: [
      'error: <stdin>:10:5 spec.stack: the stored manifest and configuration of image F/build@sha256:1… are wrong: the manifest does not match the digest; read them again with "taskpack inspect F/build@sha256:1…"',
    ],
  },
  {
    what: 'a configuration that is not the image’s',
    documents: ofStack({ buildImage: { configuration: '{}' } }),
    says: [
      'error: <stdin>:10:5 spec.stack: the stored manifest and configuration of image F/build@build are wrong: the configuration does not match its digest; read them again with "taskpack inspect F/build@build"',
    ],
  },
  {
    what: 'a layer below, whose digest is a path',
    documents: withBaseLayer({ mediaType: MEDIA_TYPES.oci.layer, size: 1, digest: '../../other/blobs/x' }),
    says: [
      'error: <stdin>:10:5 spec.stack: the stored manifest and configuration of image F/build@sha256:… are wrong: the manifest is not an image manifest; read them again with "taskpack inspect F/build@sha256:…"',
    ],
  },
  {
    what: 'a layer below, of less than nothing',
    documents: withBaseLayer({ mediaType: MEDIA_TYPES.oci.layer, size: -1, digest: digestOf('1') }),
    says: [
      'error: <stdin>:10:5 spec.stack: the stored manifest and configuration of image F/build@sha256:… are wrong: the manifest is not an image manifest; read them again with "taskpack inspect F/build@sha256:…"',
    ],
  },
  {
    what: 'a run image without a digest',
    documents: ofStack({ runImage: { latestImage: 'registry.example.com/run' } }),
    says: [
      'error: <stdin>:57:22 status.runImage.latestImage: invalid value: registry.example.com/run (it must have a digest)',
    ],
  },
  {
    what: 'a run image without a name',
    documents: ofStack({ runImage: { latestImage: 'Not An Image' } }),
    says: [
      'error: <stdin>:57:22 status.runImage.latestImage: invalid value: Not An Image (the repository has upper-case letters)',
    ],
  },
  {
    what: 'a run image that the registry lacks',
    documents: withStatus('stack', (place, images) =>
      stackStatus(place, images, { runImage: { latestImage: `${place.source}/run@${digestOf('1')}` } }),
    ),
    says: [
      'error: <stdin>:9:12 spec.tag: F/run@sha256:1…: not found at registry F (404); check the name, and that the account has access to the repository',
    ],
  },
  {
    what: 'a user below nobody',
    documents: ofStack({ userId: -1 }),
    says: ['error: <stdin>:59:15 status.userId: expected an integer of at least 0, found the number -1'],
  },
  {
    what: 'a user that is a text',
    documents: ofStack({ userId: '1000' }),
    says: ['error: <stdin>:59:15 status.userId: expected an integer, found the string "1000"'],
  },
  {
    what: 'a lifecycle without a name',
    documents: ofLifecycle({ image: { latestImage: 'Not An Image' } }),
    says: [
      'error: <stdin>:62:22 status.image.latestImage: invalid value: Not An Image (the repository has upper-case letters)',
    ],
  },
  {
    what: 'a lifecycle layer without a digest',
    documents: ofLifecycle({
      layer: { mediaType: MEDIA_TYPES.oci.layer, size: 1, digest: '../../x', diffId: digestOf('1') },
    }),
    says: [
      'error: <stdin>:84:17 status.layer.digest: invalid value: ../../x (a digest is sha256: and 64 hexadecimal digits in lower case)',
    ],
  },
  {
    what: 'a lifecycle layer of another size',
    documents: withStatus('lifecycle', (place, images) => {
      const { digest = '', diffId } = images.lifecycle.layers[1] ?? {};
      return lifecycleStatus(place, images, { layer: { mediaType: MEDIA_TYPES.oci.layer, size: 1, digest, diffId } });
    }),
    says: ['error: <stdin>:9:12 spec.tag: F/lifecycle@lifecycle-layer-1: registry F sends 14359 bytes instead of 1'],
  },
  {
    what: 'a lifecycle without APIs',
    documents: ofLifecycle({ apis: {} }),
    says: [
      'error: <stdin>:14:5 spec.lifecycle: unsupported platform apis in kpack lifecycle: , expecting one of: 0.7, 0.8, 0.9, 0.10, 0.11, 0.12, 0.13, 0.14, 0.15',
      'error: <stdin>:25:11 spec.order[0].group[0]: validating buildpack test/hello@2.0.0: unsupported buildpack api: 0.10, expecting: ',
    ],
  },
  {
    what: 'a lifecycle for another system',
    documents: ofLifecycle({ platform: { os: 'windows', architecture: 'amd64' } }),
    says: [
      'error: <stdin>:14:5 spec.lifecycle: validating lifecycle image F/lifecycle: expected platform to be linux/amd64/ but got windows/amd64/',
    ],
  },
];
