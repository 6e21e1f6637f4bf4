import type { BuildInputs, CompletionInputs } from '../../core/model/build-inputs.ts';
import type { BuildOutcome } from '../../core/model/build-outcome.ts';
import { canonicalName, parseImageReference, parseTag, repositoryName } from '../../core/model/image-reference.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { addBundlesBesideTags } from '../../clients/signing/bundle-referrers.ts';
import type { SignedImage } from '../../clients/signing/payload.ts';
import { readInputs } from '../read-inputs.ts';
import { CompletionError } from '../../core/model/step-failures/step-error.ts';
import type { CompletionFiles } from './command-line.ts';
import { outcomeWithinLimit, writeOutcome } from './outcome.ts';
import { copyReports, readReportedDigest } from './reports.ts';
import type { AttestedClaims } from './attestation/claims.ts';
import { readSigner, signAtTags, signWithBundles } from './sign-image.ts';

interface CompletionDependencies {
  readonly client: RegistryClient;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Prints a line to the log of the Build. */
  readonly log: (line: string) => void;
}

/** Signs the image with every key of the inputs, then reports the image. Rejects with `CompletionError`. */
export async function complete(files: CompletionFiles, dependencies: CompletionDependencies): Promise<void> {
  const inputs = await readInputs(files.inputs);
  const { tags, completion } = inputs;
  const digest = await readReportedDigest(files.report);
  const image = signedImage(tags[0], digest);
  const claims = await claimsOf(image, inputs, files, dependencies);
  await signWithAllKeys(image, completion, claims, dependencies);
  const cache = await cacheImage(completion, dependencies);
  if (files.copies !== undefined) await copyReports(files.report, files.copies);
  const { outcome, omitted } = outcomeWithinLimit({ IMAGE_URL: tags[0], IMAGE_DIGEST: digest, ...cache });
  for (const cacheName of omitted) {
    dependencies.log(`The cache image is not reported, because the outcome would be too long: ${cacheName}`);
  }
  await writeOutcome(outcome, files.outcome);
  // kpack's line (cmd/completion/main.go).
  dependencies.log('Build successful');
}

/** Loads the code of attestations only for a Build that is attested: most Builds start without it. */
async function claimsOf(
  image: SignedImage,
  inputs: BuildInputs,
  { trusted }: CompletionFiles,
  dependencies: CompletionDependencies,
): Promise<AttestedClaims> {
  const { attestation } = inputs.completion;
  if (attestation === undefined) return { attestations: [] };
  const { attestedClaims } = await import('./attestation/claims.ts');
  return attestedClaims(image, { inputs, attestation, files: trusted }, dependencies);
}

function signedImage(tag: string, digest: string): SignedImage {
  const reference = parseTag(tag);
  if (reference === undefined) {
    throw new CompletionError('InputsUnusable', `the Build's tag ${JSON.stringify(tag)} is not a valid image tag`);
  }
  return { ...reference, digest };
}

/**
 * Signs one after the other, in kpack's order, because all signatures of an image share one tag. The bundles come last: a registry that
 * refuses them has the signatures at the tags nevertheless, so the Build succeeds as it does with kpack.
 */
async function signWithAllKeys(
  image: SignedImage,
  { signing, signatureAnnotations: annotations, signatureFormat }: CompletionInputs,
  attested: AttestedClaims,
  { client, log }: CompletionDependencies,
): Promise<void> {
  const claims = { annotations, ...attested };
  const signed = `Signed${attested.attestations.length > 0 ? ' and attested' : ''} the image with the key in`;
  const signers = [];
  for (const secret of signing.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const signer = await readSigner(image, secret);
    signers.push({ ...signer, path: secret.path });
    if (signatureFormat === 'bundles') continue;
    log(`${signed} ${secret.path}: ${canonicalName(await signAtTags(client, image, signer, claims))}`);
  }
  if (signatureFormat === 'tags') return;
  for (const signer of signers) {
    const { path, key, place } = signer;
    const { tag } = place('sig');
    const bundles =
      signatureFormat === 'bundles'
        ? await signWithBundles(client, image, signer, claims)
        : await addBundlesBesideTags(client, image, tag, key, claims);
    log(
      bundles.kind === 'stored'
        ? `${signed} ${path} as Sigstore bundles: ${repositoryName(tag)}@${bundles.digest}`
        : `warning: the registry refused the Sigstore bundles of the key in ${path}, so the image is signed at the tags alone: ${bundles.message}`,
    );
  }
}

/** Returns the digest of the cache image. A registry's failure is only logged, because the Build succeeds without it. */
async function cacheImage(
  { cacheTag }: CompletionInputs,
  { client, log }: CompletionDependencies,
): Promise<Pick<BuildOutcome, 'CACHE_IMAGE'>> {
  if (cacheTag === undefined) return {};
  const reference = parseImageReference(cacheTag);
  if (reference === undefined) {
    log(`The cache image is not reported: ${cacheTag} is not a valid image reference`);
    return {};
  }
  try {
    const { digest } = await client.resolve(reference);
    return { CACHE_IMAGE: canonicalName({ ...reference, digest }) };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    log(`The cache image is not reported: ${error.message}`);
    return {};
  }
}
