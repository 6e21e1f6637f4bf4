import { canonicalName, type ImageReference } from '../../../model/image-reference.ts';
import type { JsonObject } from '../../../model/json.ts';
import { digestOf, isDigest } from '../../digest.ts';
import { verifyBytes, verifyDigest } from '../blobs/verify-content.ts';
import { ACCEPT, manifestMediaType, readManifest, type ManifestContent } from './manifest.ts';
import { parseDocument, readDocument } from '../transport/json-document.ts';
import { selectByPlatform, platformName, type Platform } from './platform.ts';
import {
  sendRequest,
  withRequestRetries,
  sendRequestOnce,
  type Connection,
  type RegistryRequest,
} from '../registry-request.ts';
import { RegistryError, type Subject } from '../registry-error.ts';

/** The image or index that a reference points to. */
export interface ResolvedImage {
  readonly digest: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}

export interface PulledManifest extends ResolvedImage {
  /** The exact bytes of the registry, which the digest covers. */
  readonly bytes: Uint8Array;
  readonly json: JsonObject;
  readonly content: ManifestContent;
  /** The digest of the index that the image was selected from. */
  readonly indexDigest?: string;
}

/** Indexes can be nested. More levels than this do not occur in practice. */
const MAX_INDEX_DEPTH = 3;

/** Resolves a reference with `HEAD`, and with `GET` if the response lacks the digest or size. */
export async function resolve(connection: Connection, reference: ImageReference): Promise<ResolvedImage> {
  const response = await sendRequest(connection, { ...manifestRequest(reference, 'HEAD'), expected: [200, 405] });
  response.discard();
  const digest = response.header('docker-content-digest');
  const size = Number(response.header('content-length') ?? Number.NaN);
  // The specification only recommends `Docker-Content-Digest`, and some registries do not support `HEAD`.
  if (response.status !== 200 || !isDigest(digest) || !Number.isSafeInteger(size)) {
    const { mediaType, ...pulled } = await pullManifest(connection, reference);
    return { digest: pulled.digest, mediaType, size: pulled.size };
  }
  const subject = subjectOf(reference);
  if (reference.digest !== undefined) verifyDigest(digest, reference.digest, subject);
  return { digest, mediaType: manifestMediaType(response.header('content-type'), subject), size };
}

/** Returns the manifest of a reference. With a platform, returns the image of an index for that platform. */
export async function pullManifest(
  connection: Connection,
  reference: ImageReference,
  platform?: Platform,
): Promise<PulledManifest> {
  const manifest = await pullSingleManifest(connection, reference);
  if (platform === undefined || manifest.content.kind === 'image') return manifest;
  const image = await selectImage(connection, reference, manifest, platform, 0);
  return { ...image, indexDigest: manifest.digest };
}

async function selectImage(
  connection: Connection,
  reference: ImageReference,
  manifest: PulledManifest,
  platform: Platform,
  depth: number,
): Promise<PulledManifest> {
  if (manifest.content.kind === 'image') return manifest;
  const { manifests } = manifest.content;
  const chosen = depth < MAX_INDEX_DEPTH ? selectByPlatform(manifests, platform) : undefined;
  if (chosen === undefined) throw noPlatform(reference, platform, manifests);
  const image = await pullSingleManifest(connection, { ...reference, digest: chosen.digest });
  verifyBytes(image.bytes, chosen, subjectOf(reference));
  return selectImage(connection, reference, image, platform, depth + 1);
}

async function pullSingleManifest(connection: Connection, reference: ImageReference): Promise<PulledManifest> {
  const subject = subjectOf(reference);
  return withRequestRetries(connection, async () => {
    const response = await sendRequestOnce(connection, manifestRequest(reference, 'GET'));
    const bytes = await readDocument(response, subject);
    const digest = digestOf(bytes);
    const reported = response.header('docker-content-digest');
    // The response's own digest is the only one to verify a tag with.
    for (const expected of [reference.digest, reported])
      if (isDigest(expected)) verifyDigest(digest, expected, subject);
    const mediaType = manifestMediaType(response.header('content-type'), subject);
    const json = parseDocument(bytes, subject);
    return { digest, mediaType, size: bytes.length, bytes, json, content: readManifest(json, mediaType, subject) };
  });
}

function manifestRequest(reference: ImageReference, method: 'GET' | 'HEAD'): RegistryRequest {
  return {
    method,
    repository: reference,
    target: `manifests/${reference.digest ?? reference.tag ?? 'latest'}`,
    actions: 'pull',
    headers: { accept: ACCEPT },
    image: canonicalName(reference),
    expected: [200],
  };
}

function noPlatform(
  reference: ImageReference,
  wanted: Platform,
  manifests: readonly { readonly platform?: Platform }[],
): RegistryError {
  const known = manifests.flatMap(({ platform }) => (platform === undefined ? [] : [platformName(platform)]));
  const offered = known.length === 0 ? 'none' : [...new Set(known)].slice(0, 20).join(', ');
  const message = `registry ${reference.registry} has no image for ${platformName(wanted)}; the index offers: ${offered}`;
  return new RegistryError('NO_PLATFORM', subjectOf(reference), message);
}

function subjectOf(reference: ImageReference): Subject {
  return { registry: reference.registry, image: canonicalName(reference) };
}
