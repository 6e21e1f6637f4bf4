import { referenceTo } from '../images/registries.mjs';
import { failedClaims, signImage } from '../signing.mjs';

/**
 * Signs all images of a release, each platform's image included, with cosign's private key, and attests the provenance and SBOMs.
 * `key` is `{ key, password }`.
 */
export async function signImages(client, { files }, key) {
  const index = json(files, 'release.json');
  for (const { name, digest } of signedImages(index))
    await signImage(client, `${index.registry}/${name}@${digest}`, key, predicatesOf(files, name, digest));
}

/** Verifies the signatures and attestations of a release's images. Returns the claims as `verified` does. */
export async function signatureClaims(client, { files, index }, registry, publicKey) {
  const results = [];
  for (const { name, digest, title } of signedImages(index)) {
    const place = referenceTo(`${registry}/${name}`);
    const failed = await failuresOf(() =>
      failedClaims(
        client,
        `${place.registry}/${place.repository}@${digest}`,
        publicKey,
        predicatesOf(files, name, digest),
      ),
    );
    if (failed.length === 0) results.push({ claim: `signature and attestations of ${title}` });
    for (const { claim, reason } of failed) results.push({ claim: `${claim} of ${title}`, reason });
  }
  return results;
}

/** Returns the indexes and images of release.json that are signed. */
function signedImages(index) {
  return index.images.flatMap(({ name, digest, platforms }) => [
    { name, digest, title: `image ${name}` },
    ...platforms.map((one) => ({ name, digest: one.digest, title: `image ${name} for ${one.platform}` })),
  ]);
}

async function failuresOf(check) {
  try {
    return await check();
  } catch (error) {
    return [{ claim: 'signature and attestations', reason: error.message }];
  }
}

function predicatesOf(files, name, digest) {
  const { sboms } = json(files, 'release.json');
  const own = sboms.filter(({ subject }) => subject.image === name && subject.digest === digest);
  const document = (suffix) => json(files, own.find(({ file }) => file.endsWith(suffix))?.file);
  return { provenance: json(files, 'provenance.json'), spdx: document('.spdx.json'), cyclonedx: document('.cdx.json') };
}

function json(files, name) {
  const content = files.get(name);
  if (content === undefined) throw new Error(`there is no file ${name}`);
  return JSON.parse(content.toString());
}
