import { parseJson, type JsonObject } from '../../core/model/json.ts';
import { fields, json, text } from '../../core/model/objects/reader.ts';
import { digestOf } from '../../core/oci/digest.ts';
import { jsonBlob, type Blob } from '../../core/oci/image.ts';
import { MEDIA_TYPES } from '../../core/oci/media-types.ts';
import type { ReferrerUpload } from '../registry/client/manifests/push-referrers.ts';
import type { ResolvedImage } from '../registry/client/manifests/pull-manifest.ts';
import { openEnvelope, signedEnvelope, type OpenedEnvelope } from './envelope.ts';
import type { SigningKey } from './signing-key.ts';

/** The media type of a Sigstore bundle, which is also the type of the artifact that contains it (cosign 3, pkg/oci/remote). */
export const BUNDLE_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** Returns a bundle with a signed statement, without an entry of a transparency log (Sigstore, protobuf-specs, sigstore_bundle.proto). */
export function signedBundle(statement: string, key: SigningKey): Blob {
  return jsonBlob(BUNDLE_TYPE, {
    mediaType: BUNDLE_TYPE,
    verificationMaterial: { publicKey: { hint: key.hint } },
    dsseEnvelope: signedEnvelope(statement, key),
  });
}

/** Returns a bundle with the signature of a file, as `cosign sign-blob --bundle` makes it, without an entry of a transparency log. */
export function signedContentBundle(content: Uint8Array, key: SigningKey): Blob {
  const digest = Buffer.from(digestOf(content).slice('sha256:'.length), 'hex').toString('base64');
  return jsonBlob(BUNDLE_TYPE, {
    mediaType: BUNDLE_TYPE,
    verificationMaterial: { publicKey: { hint: key.hint } },
    messageSignature: { messageDigest: { algorithm: 'SHA2_256', digest }, signature: key.sign(content) },
  });
}

const asBundle = fields({ mediaType: text, dsseEnvelope: json });

/** Opens a bundle. Returns `undefined` if the content is not a bundle of this version with a statement. */
export function openBundle(content: Buffer, key: SigningKey): OpenedEnvelope | undefined {
  const { mediaType, dsseEnvelope } = asBundle(parseJson(content.toString()));
  return mediaType === BUNDLE_TYPE ? openEnvelope(dsseEnvelope, key) : undefined;
}

/** The annotations by which policies and cosign select bundles (cosign 3, pkg/oci/remote). */
export const PREDICATE_ANNOTATION = 'dev.sigstore.bundle.predicateType';
const CONTENT_ANNOTATION = 'dev.sigstore.bundle.content';

/** The empty configuration of artifacts (OCI image specification, manifest.md, "Guidance for an Empty Descriptor"). */
export const EMPTY_CONFIG = jsonBlob('application/vnd.oci.empty.v1+json', {});

/** Returns the manifest of a bundle, which refers to an image. It has no time, so that equal bundles have equal manifests. */
export function bundleManifest(image: ResolvedImage, predicateType: string, bundle: Blob): ReferrerUpload {
  const annotations = { [CONTENT_ANNOTATION]: 'dsse-envelope', [PREDICATE_ANNOTATION]: predicateType };
  const { content, digest, size, mediaType } = jsonBlob(MEDIA_TYPES.oci.manifest, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.oci.manifest,
    artifactType: BUNDLE_TYPE,
    config: descriptorOf(EMPTY_CONFIG),
    layers: [descriptorOf(bundle)],
    subject: descriptorOf(image),
    annotations,
  });
  return { mediaType, bytes: content, digest, size, artifactType: BUNDLE_TYPE, annotations };
}

function descriptorOf({ mediaType, digest, size }: ResolvedImage): JsonObject {
  return { mediaType, digest, size };
}
