import type { ImageReference } from '../../core/model/image-reference.ts';
import type { Blob } from '../../core/oci/image.ts';
import { emptySignatureImage, pushSignatureImage, withLayer, type SignatureRegistry } from './signature-image.ts';
import type { SignaturePlace } from './signature-place.ts';

/** The media types by which `cosign download sbom` names the format of a document. */
export const SBOM_TYPES = { spdxjson: 'text/spdx+json', cyclonedx: 'application/vnd.cyclonedx+json' } as const;

/** Attaches an SBOM at its tag, and replaces the SBOM there: cosign reads one. Rejects with `RegistryError`. */
export async function attachSbom(
  client: Pick<SignatureRegistry, 'pushBlob' | 'pushManifest'>,
  { tag, family }: SignaturePlace,
  document: Blob,
): Promise<ImageReference> {
  const image = withLayer(emptySignatureImage(family), { blob: document, annotations: {} });
  await pushSignatureImage(client, tag, [document], image);
  return tag;
}
