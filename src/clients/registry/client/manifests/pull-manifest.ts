import { canonicalName, repositoryName, type ImageReference } from '../../../../core/model/image-reference.ts';
import type { JsonObject } from '../../../../core/model/json.ts';
import { digestOf, isDigest } from '../../../../core/oci/digest.ts';
import { verifyBytes, verifyDigest } from '../blobs/verify-content.ts';
import { ACCEPT, checkContentType, knownMediaType, readManifest, type ManifestContent } from './manifest.ts';
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

/** Resolves a reference with `HEAD`, and with `GET` if the headers of the response are missing, unusable or wrong. */
export async function resolve(connection: Connection, reference: ImageReference): Promise<ResolvedImage> {
  const response = await sendRequest(connection, { ...manifestRequest(reference, 'HEAD'), expected: [200, 405] });
  response.discard();
  const digest = response.header('docker-content-digest');
  const mediaType = knownMediaType(response.header('content-type'));
  const size = Number(response.header('content-length') ?? Number.NaN);
  // The specification only recommends `Docker-Content-Digest`, and some registries do not support `HEAD`.
  const isUsable = response.status === 200 && mediaType !== undefined && Number.isSafeInteger(size);
  if (isUsable && isDigest(digest) && (await hasManifest(connection, reference, digest))) {
    return { digest, mediaType, size };
  }
  const { digest: computed, mediaType: own, size: length } = await pullManifest(connection, reference);
  return { digest: computed, mediaType: own, size: length };
}

/** The most digests that one client keeps. */
const MAX_KNOWN_DIGESTS = 1_000;

/**
 * True if the digest of a response's header is the one of the reference, or names a manifest. Some registries send the
 * digest of another document. A `HEAD` does not count for limits of pulls, which a `GET` would.
 */
async function hasManifest(connection: Connection, reference: ImageReference, digest: string): Promise<boolean> {
  if (reference.digest !== undefined) return reference.digest === digest;
  const { knownDigests } = connection;
  const name = `${repositoryName(reference)}@${digest}`;
  if (knownDigests.has(name)) return true;
  const request = { ...manifestRequest({ ...reference, digest }, 'HEAD'), image: canonicalName(reference) };
  try {
    (await sendRequest(connection, request)).discard();
  } catch (error) {
    if (error instanceof RegistryError) return false;
    throw error;
  }
  if (knownDigests.size >= MAX_KNOWN_DIGESTS) knownDigests.clear();
  knownDigests.add(name);
  return true;
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
  if (!isDigest(chosen.digest)) throw unverifiable(reference, platform, chosen.digest);
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
    // `Docker-Content-Digest` proves nothing, and some registries send another one (go-containerregistry, fetcher.go).
    if (reference.digest !== undefined) verifyDigest(digest, reference.digest, subject);
    const contentType = response.header('content-type');
    checkContentType(contentType, subject);
    const json = parseDocument(bytes, subject);
    return { digest, size: bytes.length, bytes, json, ...readManifest(json, contentType, subject) };
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

/** go-containerregistry, which the lifecycle pulls with, supports sha256 only (pkg/v1/hash.go, `Hasher`). */
function unverifiable(reference: ImageReference, wanted: Platform, digest: string): RegistryError {
  const message = `the image for ${platformName(wanted)} has the digest ${digest.slice(0, 100)}, and the lifecycle and taskpack support sha256 only; push the image with a sha256 digest`;
  return new RegistryError('UNSUPPORTED_MANIFEST', subjectOf(reference), message);
}

function subjectOf(reference: ImageReference): Subject {
  return { registry: reference.registry, image: canonicalName(reference) };
}
