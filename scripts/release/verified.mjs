import { readImagesArchive } from './images-archive.mjs';
import { chartClaims } from './claims/chart-claims.mjs';
import { fileClaims } from './claims/file-claims.mjs';
import { imageClaims } from './claims/image-claims.mjs';
import { manifestClaims } from './claims/manifest-claims.mjs';
import { packageClaims } from './claims/package-claims.mjs';
import { registryClaims } from './claims/registry-claims.mjs';
import { sbomClaims } from './claims/sbom-claims.mjs';
import { signatureClaims } from './signatures.mjs';

/**
 * Checks all that a release claims. Returns `{ claim, reason }` for each claim: a claim that holds has no reason. `files` are
 * the release's files by name. With `registry`, `{ client, name, publicKey }`, also checks the images in that registry, and with `publicKey` their
 * signatures and attestations.
 */
export async function verified(version, files, registry) {
  const release = await readRelease(version, files);
  if ('reason' in release) return [release];
  const claims = [
    ...fileClaims(release),
    ...imageClaims(release),
    ...manifestClaims(release),
    ...chartClaims(release),
    ...packageClaims(release),
    ...sbomClaims(release),
    ...(registry === undefined ? [] : registryClaims(release, registry.client, registry.name)),
  ];
  const results = [];
  for (const { claim, check } of claims) results.push({ claim, ...(await reasonOf(check)) });
  if (registry?.publicKey === undefined) return results;
  return [...results, ...(await signatureClaims(registry.client, release, registry.name, registry.publicKey))];
}

/** The claims are in release.json, and the images in images.tar. */
async function readRelease(version, files) {
  try {
    const index = JSON.parse(files.get('release.json')?.toString() ?? '');
    const { images, files: listed, sboms, registry } = index;
    if (![images, listed, sboms].every(Array.isArray) || typeof registry !== 'string')
      throw new Error('it lacks the fields of an index');
    return { version, files, index, archive: await readImagesArchive(files.get('images.tar') ?? Buffer.alloc(0)) };
  } catch (error) {
    return { claim: 'release.json and images.tar can be read', reason: error.message };
  }
}

async function reasonOf(check) {
  try {
    await check();
    return {};
  } catch (error) {
    return { reason: error.message };
  }
}
