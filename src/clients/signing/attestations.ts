import type { ImageReference } from '../../core/model/image-reference.ts';
import { parseJson } from '../../core/model/json.ts';
import { jsonBlob } from '../../core/oci/image.ts';
import { ENVELOPE_TYPE, openEnvelope, signedEnvelope, type OpenedEnvelope } from './envelope.ts';
import type { SignedImage } from './payload.ts';
import {
  emptySignatureImage,
  pushSignatureImage,
  readLayers,
  readSignatureImage,
  SIGNATURE_ANNOTATION,
  withLayer,
  withoutLayers,
  type SignatureImage,
  type SignatureRegistry,
} from './signature-image.ts';
import type { SignaturePlace } from './signature-place.ts';
import type { SigningKey } from './signing-key.ts';
import { predicateTypeOf, statementText, type Attestation } from './statement.ts';

/** The annotation with the type of the predicate, by which cosign finds attestations to replace. */
const PREDICATE_ANNOTATION = 'predicateType';

/**
 * Attests to an image at the tag of its attestations. Replaces this key's earlier attestations of the same types, like `cosign attest
 * --replace`, and keeps the attestations of other keys. If nothing changes, nothing is pushed. Rejects with `RegistryError`.
 */
export async function addAttestations(
  client: SignatureRegistry,
  image: SignedImage,
  { tag, family }: SignaturePlace,
  key: SigningKey,
  attestations: readonly Attestation[],
): Promise<void> {
  const before = (await readSignatureImage(client, tag)) ?? emptySignatureImage(family);
  const types = attestations.map(({ predicateType }) => predicateType);
  const own = (await readEnvelopes(client, tag, before, key)).filter(
    ({ isSigned, type }) => isSigned && types.includes(type),
  );
  const wanted = attestations.map((attestation) => ({ ...attestation, statement: statementText(image, attestation) }));
  const stale = own
    .filter((one) => !wanted.some(({ statement }) => statement === one.statement))
    .map(({ digest }) => digest);
  const missing = wanted.filter(({ statement }) => !own.some((one) => one.statement === statement));
  if (stale.length === 0 && missing.length === 0) return;
  const layers = missing.map(({ predicateType, statement }) => attestationLayer(predicateType, statement, key));
  const after = layers.reduce(withLayer, withoutLayers(before, new Set(stale)));
  await pushSignatureImage(
    client,
    tag,
    layers.map(({ blob }) => blob),
    after,
  );
}

type AttestationLayer = Parameters<typeof withLayer>[1];

function attestationLayer(predicateType: string, statement: string, key: SigningKey): AttestationLayer {
  return {
    blob: jsonBlob(ENVELOPE_TYPE, signedEnvelope(statement, key)),
    annotations: { [SIGNATURE_ANNOTATION]: '', [PREDICATE_ANNOTATION]: predicateType },
  };
}

/** An envelope at the tag of attestations. */
interface StoredEnvelope extends OpenedEnvelope {
  /** The digest of the layer. */
  readonly digest: string;
  /** The type of the predicate, or an empty string if the envelope has no statement. */
  readonly type: string;
}

/** Reads the envelopes of an image. Rejects with `RegistryError`. */
async function readEnvelopes(
  client: Pick<SignatureRegistry, 'blob'>,
  place: ImageReference,
  image: SignatureImage,
  key: SigningKey,
): Promise<readonly StoredEnvelope[]> {
  const envelopes: StoredEnvelope[] = [];
  for await (const { content, digest } of readLayers(client, place, image, ENVELOPE_TYPE)) {
    const opened = openEnvelope(parseJson(content.toString()), key);
    if (opened === undefined) continue;
    envelopes.push({ ...opened, digest, type: predicateTypeOf(opened.statement) });
  }
  return envelopes;
}
