import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { readImageConfig } from '../../core/inspection/image-config.ts';
import { checkFacts, readUncheckedFacts, type Inspection } from '../../core/inspection/image-facts.ts';
import { InvalidImageError } from '../../core/inspection/invalid-image-error.ts';
import { architectureOf, type IndexPlatform } from '../../core/model/index-platform.ts';
import {
  canonicalName,
  parseImageReference,
  repositoryName,
  type ImageReference,
} from '../../core/model/image-reference.ts';
import { platformName, type Platform } from '../../clients/registry/client/manifests/platform.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { accountKey, type Account } from './account.ts';

/** The cached content of an image. */
export interface InspectedImage {
  readonly inspection: Inspection;
  readonly labels: ReadonlyMap<string, string>;
  /** True if the image was selected from an index. */
  readonly isOfIndex: boolean;
  /** About how much memory the image takes in the cache. */
  readonly sizeBytes: number;
}

/**
 * Reads an image with an account's credentials, or the image of an index for an architecture. Rejects with `RegistryError`, `KubeError`
 * or `InvalidImageError`.
 */
export type ImageLookup = (
  image: string,
  account: Account | undefined,
  architecture?: string,
) => Promise<InspectedImage>;

export interface ImageLookupOptions {
  /** Returns the platform whose image is read from an index without a wanted architecture. */
  readonly indexPlatform: () => Promise<IndexPlatform>;
  readonly cacheBytes: number;
  readonly clientOf: (account: Account | undefined) => Promise<RegistryClient>;
}

interface Wanted {
  /** The account and the repository. */
  readonly key: string;
  readonly account: Account | undefined;
  readonly wanted: Platform;
}

/**
 * Creates a lookup that reads each digest once per account and repository, so that no account sees an image that it may
 * not read itself. Concurrent lookups of the same image share one request.
 */
export function imageLookup({ indexPlatform, cacheBytes, clientOf }: ImageLookupOptions): ImageLookup {
  const images = new LRUCache<string, InspectedImage>({
    maxSize: cacheBytes,
    sizeCalculation: ({ sizeBytes }) => sizeBytes,
  });
  const running = new Map<string, Promise<InspectedImage>>();
  const read = async (reference: ImageReference, { key, account, wanted }: Wanted): Promise<InspectedImage> => {
    const client = await clientOf(account);
    const digest = reference.digest ?? (await client.resolve(reference)).digest;
    const cached = ofCache(images, `${key}@${digest}`, wanted);
    if (cached !== undefined) return cached;
    const { registry, repository } = reference;
    const image = await inspect(client, { registry, repository, digest }, wanted);
    images.set(image.isOfIndex ? `${key}@${digest} ${platformName(wanted)}` : `${key}@${digest}`, image);
    return image;
  };
  return async (image, account, architecture) => {
    const reference = parseImageReference(image);
    if (reference === undefined) throw new InvalidImageError(image, ['not an image reference']);
    const wanted = { os: 'linux', architecture: architecture ?? architectureOf(await indexPlatform()) };
    const key = `${accountKey(account)} ${repositoryName(reference)}`;
    const cached = reference.digest === undefined ? undefined : ofCache(images, `${key}@${reference.digest}`, wanted);
    if (cached !== undefined) return cached;
    const lookupKey = `${key}@${reference.digest ?? reference.tag ?? 'latest'} ${platformName(wanted)}`;
    const lookup = running.get(lookupKey) ?? read(reference, { key, account, wanted });
    running.set(lookupKey, lookup);
    return lookup.finally(() => running.delete(lookupKey));
  };
}

/** A single image is the same for all platforms. */
function ofCache(
  images: Pick<LRUCache<string, InspectedImage>, 'get'>,
  key: string,
  wanted: Platform,
): InspectedImage | undefined {
  return images.get(key) ?? images.get(`${key} ${platformName(wanted)}`);
}

async function inspect(
  client: Pick<RegistryClient, 'config'>,
  reference: ImageReference,
  platform: Platform,
): Promise<InspectedImage> {
  const { manifest, layers, bytes, json } = await client.config(reference, platform);
  // Parsing a hostile image, reading its labels and checking them take tens of milliseconds. Other work runs in between.
  await nextTurn();
  const facts = readUncheckedFacts({
    name: canonicalName(reference),
    digest: manifest.digest,
    indexDigest: manifest.indexDigest,
    layers,
    manifest: Buffer.from(manifest.bytes).toString(),
    configuration: Buffer.from(bytes).toString(),
    config: json,
  });
  await nextTurn();
  const inspection = checkFacts(facts);
  const { labels } = readImageConfig(json);
  const isOfIndex = manifest.indexDigest !== undefined;
  // The cache holds both texts and their parsed facts. The facts take about as much memory as the texts.
  return { inspection, labels, isOfIndex, sizeBytes: 2 * (manifest.bytes.length + bytes.length) };
}
