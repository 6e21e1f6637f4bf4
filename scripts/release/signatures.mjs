import { referenceTo } from '../images/registries.mjs';
import { failedClaims, signImage } from '../signing.mjs';
import { attempt } from './claims/attempt.mjs';
import { INDEX, PROVENANCE } from './file-names.mjs';
import { readJsonFile } from './json-file.mjs';
import { sbomNames } from './release-index.mjs';

/**
 * Signs all images of a release, each platform's image included, with cosign's private key, and attests the provenance and SBOMs.
 * `key` is `{ key, password }`.
 */
export async function signImages(client, { files }, key) {
  const { registry, images, sboms } = readJsonFile(files, INDEX);
  for (const image of signedImages(images)) {
    const names = sboms.filter(({ subject }) => isAbout(subject, image)).map(({ file }) => file);
    await signImage(client, `${registry}/${image.name}@${image.digest}`, key, predicatesOf(files, names));
  }
}

/** Verifies the signatures and attestations of a release's images. Returns the claims as `verifyRelease` does. */
export async function signatureClaims({ files, images, subjects }, { client, name: registry }, publicKey) {
  const results = [];
  for (const image of signedImages(images)) {
    const place = referenceTo(`${registry}/${image.name}`);
    const { name } = subjects.find(({ subject }) => isAbout(subject, image));
    const { reason, value: failed = [{ claim: 'signature and attestations', reason }] } = await attempt(async () =>
      failedClaims(
        client,
        `${place.registry}/${place.repository}@${image.digest}`,
        publicKey,
        predicatesOf(files, sbomNames(name)),
      ),
    );
    if (failed.length === 0) results.push({ claim: `signature and attestations of ${image.title}` });
    for (const one of failed) results.push({ claim: `${one.claim} of ${image.title}`, reason: one.reason });
  }
  return results;
}

/** Returns the indexes and images that are signed. */
function signedImages(images) {
  return images.flatMap(({ name, digest, platforms }) => [
    { name, digest, title: `image ${name}` },
    ...platforms.map((one) => ({ name, digest: one.digest, title: `image ${name} for ${one.platform}` })),
  ]);
}

function isAbout(subject, { name, digest }) {
  return subject.image === name && subject.digest === digest;
}

function predicatesOf(files, [spdx, cyclonedx]) {
  return {
    provenance: readJsonFile(files, PROVENANCE),
    spdx: readJsonFile(files, spdx),
    cyclonedx: readJsonFile(files, cyclonedx),
  };
}
