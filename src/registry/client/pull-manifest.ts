import { canonicalName, type ImageReference } from '../../model/image-reference.ts';
import type { JsonObject } from '../../model/json.ts';
import { digestOf } from '../digest.ts';
import { checkBytes, checkDigest } from './checked-bytes.ts';
import { isDigest } from './descriptor.ts';
import { parseDocument, readDocument } from './document.ts';
import { ACCEPT, checkedMediaType, readManifest, type ManifestContent } from './manifest.ts';
import { chooseByPlatform, platformName, type Platform } from './platform.ts';
import { call, repeatedly, callOnce, type Connection, type RegistryCall } from './registry-call.ts';
import { RegistryError, type Subject } from './registry-error.ts';

/** What a reference means now. */
export interface Resolved {
  readonly digest: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}

export interface PulledManifest extends Resolved {
  /** As the registry keeps it: the digest is of these bytes. */
  readonly bytes: Uint8Array;
  readonly json: JsonObject;
  readonly content: ManifestContent;
  /** Of the index that the reference means, where this is the image of one. */
  readonly indexDigest?: string;
}

/** Indexes of indexes are allowed, but nobody needs more. */
const MOST_NESTED = 3;

/** Asks what a reference means, without its content where the registry answers HEAD with all that is needed. */
export async function resolve(connection: Connection, reference: ImageReference): Promise<Resolved> {
  const answer = await call(connection, { ...manifestCall(reference, 'HEAD'), expected: [200, 405] });
  answer.discard();
  const digest = answer.header('docker-content-digest');
  const size = Number(answer.header('content-length') ?? Number.NaN);
  // "Docker-Content-Digest" is only recommended, and a HEAD need not be answered well.
  if (answer.status !== 200 || !isDigest(digest) || !Number.isSafeInteger(size)) {
    const { mediaType, ...pulled } = await pullManifest(connection, reference);
    return { digest: pulled.digest, mediaType, size: pulled.size };
  }
  const subject = subjectOf(reference);
  if (reference.digest !== undefined) checkDigest(digest, reference.digest, subject);
  return { digest, mediaType: checkedMediaType(answer.header('content-type'), subject), size };
}

/** The manifest of a reference; of an index, the image's for the platform if one is given. */
export async function pullManifest(
  connection: Connection,
  reference: ImageReference,
  platform?: Platform,
): Promise<PulledManifest> {
  const manifest = await pullOne(connection, reference);
  if (platform === undefined || manifest.content.kind === 'image') return manifest;
  const image = await imageFor(connection, reference, manifest, platform, 0);
  return { ...image, indexDigest: manifest.digest };
}

async function imageFor(
  connection: Connection,
  reference: ImageReference,
  manifest: PulledManifest,
  platform: Platform,
  depth: number,
): Promise<PulledManifest> {
  if (manifest.content.kind === 'image') return manifest;
  const { manifests } = manifest.content;
  const chosen = depth < MOST_NESTED ? chooseByPlatform(manifests, platform) : undefined;
  if (chosen === undefined) throw noPlatform(reference, platform, manifests);
  const image = await pullOne(connection, { ...reference, digest: chosen.digest });
  checkBytes(image.bytes, chosen, subjectOf(reference));
  return imageFor(connection, reference, image, platform, depth + 1);
}

async function pullOne(connection: Connection, reference: ImageReference): Promise<PulledManifest> {
  const subject = subjectOf(reference);
  return repeatedly(connection, async () => {
    const answer = await callOnce(connection, manifestCall(reference, 'GET'));
    const bytes = await readDocument(answer, subject);
    const digest = digestOf(bytes);
    const told = answer.header('docker-content-digest');
    // A tag has no digest to hold the bytes to but the one that comes with them.
    for (const expected of [reference.digest, told]) if (isDigest(expected)) checkDigest(digest, expected, subject);
    const mediaType = checkedMediaType(answer.header('content-type'), subject);
    const json = parseDocument(bytes, subject);
    return { digest, mediaType, size: bytes.length, bytes, json, content: readManifest(json, mediaType, subject) };
  });
}

function manifestCall(reference: ImageReference, method: 'GET' | 'HEAD'): RegistryCall {
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
  const sentence = `registry ${reference.registry} has no image for ${platformName(wanted)}; it has: ${offered}`;
  return new RegistryError('NO_PLATFORM', subjectOf(reference), sentence);
}

function subjectOf(reference: ImageReference): Subject {
  return { registry: reference.registry, image: canonicalName(reference) };
}
