import { signImage } from '../signing.mjs';
import { INDEX, PROVENANCE } from './file-names.mjs';
import { readJsonFile } from './json-file.mjs';

/**
 * Signs all images of a release, each platform's image included, with cosign's private key, and attests the provenance and SBOMs.
 * `key` is `{ key, password }`.
 */
export async function signImages(client, { files }, key) {
  for (const { reference, predicates } of signedImages(files)) await signImage(client, reference, key, predicates);
}

/** Returns the indexes and images that are signed, as `{ reference, predicates }`. The reference has a digest. */
export function signedImages(files) {
  const { registry, images, sboms } = readJsonFile(files, INDEX);
  return images.flatMap(({ name, digest, platforms }) =>
    [digest, ...platforms.map((one) => one.digest)].map((one) => {
      const described = sboms.filter(({ subject }) => subject.image === name && subject.digest === one);
      const [spdx, cyclonedx] = described.map(({ file }) => readJsonFile(files, file));
      const predicates = { provenance: readJsonFile(files, PROVENANCE), spdx, cyclonedx };
      return { reference: `${registry}/${name}@${one}`, predicates };
    }),
  );
}
