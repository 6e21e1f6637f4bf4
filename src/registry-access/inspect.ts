import { factsOfImage, type Inspection } from '../inspection/facts-of-image.ts';
import { readImageConfig } from '../inspection/image-config.ts';
import { canonicalName, type ImageReference } from '../model/image-reference.ts';
import type { Platform } from '../registry/client/platform.ts';
import type { RegistryClient } from '../registry/client/registry-client.ts';

/** All that is kept of an image. */
export interface KnownImage {
  readonly inspection: Inspection;
  readonly labels: ReadonlyMap<string, string>;
  /** About how much memory it takes, in bytes. */
  readonly weight: number;
}

/** Asks a registry what an image is. Rejects with `RegistryError`. */
export async function inspect(
  client: Pick<RegistryClient, 'config'>,
  reference: ImageReference,
  platform: Platform,
): Promise<KnownImage> {
  const { manifest, layers, bytes, json } = await client.config(reference, platform);
  const inspection = factsOfImage({
    name: canonicalName(reference),
    digest: manifest.digest,
    indexDigest: manifest.indexDigest,
    layers,
    manifest: Buffer.from(manifest.bytes).toString(),
    configuration: Buffer.from(bytes).toString(),
    config: json,
  });
  const { labels } = readImageConfig(json);
  // The text of each is kept once, and what is read of it is about as long again.
  return { inspection, labels, weight: 2 * (manifest.bytes.length + bytes.length) };
}
