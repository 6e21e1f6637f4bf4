import { attempt } from './claims/attempt.mjs';
import { kindClaim, stateClaim } from './claims/clone-claims.mjs';
import { checksumsClaim, fileClaims, kindsClaim, signatureFormClaim } from './claims/file-claims.mjs';
import { generatedClaims } from './claims/generated-claims.mjs';
import { imageClaims } from './claims/image-claims.mjs';
import { artifactClaims } from './claims/artifact-claims.mjs';
import { packageClaims } from './claims/package-claims.mjs';
import { registryClaims } from './claims/registry-claims.mjs';
import { sbomClaims } from './claims/sbom-claims.mjs';
import { SIGNATURE } from './file-names.mjs';
import { readRelease } from './read-release.mjs';
import { signatureClaims } from './signatures.mjs';

/**
 * Checks all that a release claims. Returns `{ claim, reason }` for each claim: a claim that holds has no reason. `files` are the
 * release's files by name, and `irregular` the names of anything else beside them. The `kind` is `release` or `draft`. `clone` is the
 * `{ commit, repository, node }` that the release must be made from, and `cloneFaults` are the reasons why it is not the release of
 * this version. With `publicKey`, also checks signatures. With `registry`, `{ client, name }`, also checks the images in that registry.
 */
export async function verifyRelease({
  version,
  files,
  irregular = [],
  kind = 'release',
  clone,
  cloneFaults = [],
  publicKey,
  registry,
}) {
  const first = await resultsOf([
    kindsClaim(irregular),
    ...(files.has(SIGNATURE) ? [signatureFormClaim(files)] : []),
    ...(publicKey === undefined ? [] : [checksumsClaim(files, publicKey)]),
  ]);
  const release = await readRelease(version, files, clone);
  if ('reason' in release) return [...first, release];
  const results = await resultsOf([
    kindClaim(release, kind),
    stateClaim(version, cloneFaults),
    ...fileClaims(release),
    ...imageClaims(release),
    ...generatedClaims(release),
    ...artifactClaims(release),
    ...packageClaims(release),
    ...sbomClaims(release),
    ...(registry === undefined ? [] : registryClaims(release, registry)),
  ]);
  if (registry === undefined || publicKey === undefined) return [...first, ...results];
  return [...first, ...results, ...(await signatureClaims(release, registry, publicKey))];
}

async function resultsOf(claims) {
  const results = [];
  for (const { claim, check } of claims) {
    const { reason } = await attempt(check);
    results.push(reason === undefined ? { claim } : { claim, reason });
  }
  return results;
}
