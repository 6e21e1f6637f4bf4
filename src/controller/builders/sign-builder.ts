import { parseImageReference, repositoryName } from '../../core/model/image-reference.ts';
import type { SignatureFormat } from '../../core/model/signature-format.ts';
import type { SignedImage } from '../../clients/signing/payload.ts';
import { signaturePlaces, type SignaturePlace, type SignatureSettings } from '../../clients/signing/signature-place.ts';
import type { SignatureRegistry } from '../../clients/signing/signature-image.ts';
import { addBundles, addBundlesBesideTags, type BundleRegistry } from '../../clients/signing/bundle-referrers.ts';
import { addSignature } from '../../clients/signing/signature.ts';
import type { KeyReading, SigningKey } from '../../clients/signing/signing-key.ts';

/** A Secret that signs builders, without its key. */
export interface BuilderSigningSecret extends SignatureSettings {
  readonly namespace: string;
  readonly name: string;
  /** Differs after each change of the Secret. */
  readonly version: string;
}

/** An entry of `status.signaturePaths`. */
export interface SignaturePath {
  /** The Secret, as `k8s://NAMESPACE/NAME`. */
  readonly signingSecret: string;
  /** The image with the signature, as `REPOSITORY@sha256:…`. */
  readonly targetDigest: string;
  /** taskpack's own field: the version of the Secret. */
  readonly signingSecretVersion: string;
}

/** A builder was not signed with the key of a Secret. There is no `cause` if the Secret itself is wrong. */
export class BuilderSigningError extends Error {
  override readonly name = 'BuilderSigningError';

  constructor({ namespace, name }: BuilderSigningSecret, reason: string, details?: { readonly cause: unknown }) {
    super(`unable to sign image with specified key from secret ${name} in namespace ${namespace}: ${reason}`, details);
  }
}

/**
 * Signs a published builder with the key of each Secret, first at tags and then with bundles. Keeps other signatures, and pushes nothing
 * if all keys have already signed. With the format `both`, a registry that does not store bundles has the signatures at the tags alone.
 * The targets are the signatures at the tags, unless the format is `bundles`. `image` has a digest. Rejects with `BuilderSigningError` at the
 * first key that fails.
 */
export async function signBuilder<Secret extends BuilderSigningSecret>(
  registry: SignatureRegistry & BundleRegistry,
  image: string,
  { secrets, format }: { readonly secrets: readonly Secret[]; readonly format: SignatureFormat },
  readKey: (secret: Secret) => Promise<KeyReading<SigningKey>>,
): Promise<readonly SignaturePath[]> {
  const signed = signedImage(image);
  const signers: { readonly secret: Secret; readonly key: SigningKey; readonly place: SignaturePlace }[] = [];
  const paths: SignaturePath[] = [];
  const addPath = (secret: Secret, { tag }: SignaturePlace, digest: string): void =>
    void paths.push({ ...named(secret), targetDigest: `${repositoryName(tag)}@${digest}` });
  // One after the other, because each adds a layer to the same manifest.
  for (const secret of secrets) {
    const place = placeOf(signed, secret);
    const read = await failingWith(secret, readKey(secret));
    if (read.kind === 'refused') throw new BuilderSigningError(secret, `cosign.key ${read.reason}`);
    signers.push({ secret, key: read.key, place });
    if (format === 'bundles') continue;
    addPath(secret, place, await failingWith(secret, addSignature(registry, signed, place, read.key, [])));
  }
  if (format === 'tags') return paths;
  for (const { secret, key, place } of signers) {
    if (format === 'both') await addBundlesBesideTags(registry, signed, place.tag, key, NO_CLAIMS);
    else
      addPath(
        secret,
        place,
        await failingWith(secret, addBundles(registry, signed, place.tag, key, NO_CLAIMS), UNBUNDLED),
      );
  }
  return paths;
}

const UNBUNDLED = 'its Sigstore bundle cannot be stored (SIGNATURE_FORMAT=tags writes none): ';

/** A builder has a signature without annotations, and no attestations. */
const NO_CLAIMS = { annotations: [], attestations: [] };

/** True if the entries of a status are the signatures of the same image with these Secrets, in their order. */
export function hasSigned(
  paths: readonly Partial<SignaturePath>[],
  image: string,
  secrets: readonly BuilderSigningSecret[],
): boolean {
  if (paths.length !== secrets.length) return false;
  return secrets.every((secret, index) => {
    const { signingSecret, signingSecretVersion, targetDigest = '' } = paths[index] ?? {};
    const wanted = named(secret);
    const place = signaturePlaces(signedImage(image), secret)?.('sig');
    return (
      signingSecret === wanted.signingSecret &&
      signingSecretVersion === wanted.signingSecretVersion &&
      place !== undefined &&
      targetDigest.startsWith(`${repositoryName(place.tag)}@`)
    );
  });
}

function named({ namespace, name, version }: BuilderSigningSecret): Omit<SignaturePath, 'targetDigest'> {
  return { signingSecret: `k8s://${namespace}/${name}`, signingSecretVersion: version };
}

function placeOf(image: SignedImage, secret: BuilderSigningSecret): SignaturePlace {
  const places = signaturePlaces(image, secret);
  if (places !== undefined) return places('sig');
  const wrong = `the annotation kpack.io/cosign.repository must be a repository without tag and digest, not ${secret.repository}`;
  throw new BuilderSigningError(secret, wrong);
}

async function failingWith<T>(secret: BuilderSigningSecret, work: Promise<T>, failure = ''): Promise<T> {
  return work.catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BuilderSigningError(secret, failure + reason, { cause });
  });
}

function signedImage(image: string): SignedImage {
  const reference = parseImageReference(image);
  if (reference?.digest === undefined) throw new Error(`a published builder has an invalid image reference: ${image}`);
  const { registry, repository, digest } = reference;
  return { registry, repository, digest };
}
