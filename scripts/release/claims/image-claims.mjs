import { platformName } from '../image-index.mjs';
import { equal } from './file-claims.mjs';

/** Returns the claims on the images in images.tar: the digests of release.json, all blobs, platforms and versions. */
export function imageClaims({ version, index, archive }) {
  return index.images.flatMap(({ name, reference, digest, platforms }) => [
    {
      claim: `digest of image ${name}`,
      check: () => equal(archive.digestOfName(reference), digest, `the digest of ${reference} in images.tar`),
    },
    { claim: `content of image ${name}`, check: () => readAll(archive, digest) },
    ...(platforms.length === 0
      ? []
      : [
          {
            claim: `platforms of image ${name}`,
            check: () =>
              equal(listOf(platformsIn(archive, digest)), listOf(platforms), `the list of platforms of ${name}`),
          },
        ]),
    ...platforms.map((one) => ({
      claim: `version of image ${name} for ${one.platform}`,
      check: () => checkConfig(archive, one, version),
    })),
  ]);
}

/** Returns the platforms of an index with the digests of their images. */
function platformsIn(archive, digest) {
  const { manifests = [] } = readJson(archive, digest);
  return manifests.map(({ digest: image, platform }) => ({ platform: platformName(platform), digest: image }));
}

/** Returns a manifest or configuration in an archive. */
export function readJson(archive, digest) {
  return JSON.parse(Buffer.from(archive.blob(digest)).toString());
}

/** Reads all blobs below an index or manifest. Reading verifies their digests. */
function readAll(archive, digest) {
  const { manifests = [], config, layers = [] } = readJson(archive, digest);
  for (const one of manifests) readAll(archive, one.digest);
  for (const { digest: blob, size } of [...layers, ...(config === undefined ? [] : [config])])
    equal(archive.blob(blob).length, size, `the size of ${blob}`);
}

function checkConfig(archive, { platform, digest }, version) {
  const { os, architecture, config } = readJson(archive, readJson(archive, digest).config.digest);
  equal(platformName({ os, architecture }), platform, 'the platform in the configuration');
  equal(config.Labels?.['org.opencontainers.image.version'], version, 'the label of the version');
}

function listOf(platforms) {
  return platforms.map(({ platform, digest }) => `${platform} ${digest}`).join(', ');
}
