import type { ImageReference } from '../../model/image-reference.ts';
import { canonicalName } from '../../model/image-reference.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Descriptor } from './descriptor.ts';
import { parseDocument } from './document.ts';
import type { Platform } from './platform.ts';
import { pullSmallBlob } from './pull-blob.ts';
import { pullManifest, type PulledManifest } from './pull-manifest.ts';
import type { Connection } from './registry-call.ts';
import { RegistryError } from './registry-error.ts';

/** An image as far as it can be known without its layers. */
export interface PulledConfig {
  readonly manifest: PulledManifest;
  readonly descriptor: Descriptor;
  readonly layers: readonly Descriptor[];
  readonly bytes: Uint8Array;
  readonly json: JsonObject;
}

/** The configuration of a reference's image for the platform. Rejects with `UNSUPPORTED_MANIFEST` where it is none. */
export async function pullConfig(
  connection: Connection,
  reference: ImageReference,
  platform: Platform,
): Promise<PulledConfig> {
  const manifest = await pullManifest(connection, reference, platform);
  const { content } = manifest;
  const subject = { registry: reference.registry, image: canonicalName(reference) };
  if (content.kind === 'index')
    throw new RegistryError('UNSUPPORTED_MANIFEST', subject, 'this is an index, not an image');
  const bytes = await pullSmallBlob(connection, reference, content.config);
  return { manifest, descriptor: content.config, layers: content.layers, bytes, json: parseDocument(bytes, subject) };
}
