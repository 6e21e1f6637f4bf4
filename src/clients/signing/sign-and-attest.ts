import type { NameValue } from '../../core/model/resolved-build.ts';
import type { Blob } from '../../core/oci/image.ts';
import { addAttestations } from './attestations.ts';
import { addBundles, type BundleRegistry } from './bundle-referrers.ts';
import type { SignedImage } from './payload.ts';
import { attachSbom } from './sbom-attachment.ts';
import { attachedTag, type SignatureRegistry } from './signature-image.ts';
import { addSignature } from './signature.ts';
import type { SigningKey } from './signing-key.ts';
import type { Attestation } from './statement.ts';

/** The signed claims about an image, and its SBOM. */
export interface SignedClaims {
  /** The annotations of the signature. */
  readonly annotations: readonly NameValue[];
  readonly attestations: readonly Attestation[];
  /** The SBOM for `cosign download sbom`. */
  readonly sbom?: Blob;
}

/**
 * Signs an image or index, attests to it and attaches its SBOM, in the image's repository: at the tags of cosign 2, then as Sigstore
 * bundles. A second call with the same claims changes nothing. Rejects with `RegistryError`.
 */
export async function signAndAttest(
  client: SignatureRegistry & BundleRegistry,
  image: SignedImage,
  key: SigningKey,
  { annotations, attestations, sbom }: SignedClaims,
): Promise<void> {
  await addSignature(client, image, { tag: attachedTag(image, 'sig'), family: 'oci' }, key, annotations);
  await addAttestations(client, image, { tag: attachedTag(image, 'att'), family: 'oci' }, key, attestations);
  if (sbom !== undefined) await attachSbom(client, { tag: attachedTag(image, 'sbom'), family: 'oci' }, sbom);
  await addBundles(client, image, image, key, { annotations, attestations });
}
