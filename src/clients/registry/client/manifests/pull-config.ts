import { canonicalName, type ImageReference } from '../../../../core/model/image-reference.ts';
import type { JsonObject } from '../../../../core/model/json.ts';
import type { Descriptor } from './manifest.ts';
import { parseDocument } from '../transport/json-document.ts';
import type { Platform } from './platform.ts';
import { pullSmallBlob } from '../blobs/pull-blob.ts';
import { pullManifest, type PulledManifest } from './pull-manifest.ts';
import type { Connection } from '../registry-request.ts';
import { RegistryError } from '../registry-error.ts';

/** The manifest and configuration of an image, without its layers. */
export interface PulledConfig {
  readonly manifest: PulledManifest;
  readonly descriptor: Descriptor;
  readonly layers: readonly Descriptor[];
  readonly bytes: Uint8Array;
  readonly json: JsonObject;
}

/**
 * Returns the configuration of an image, or of an index's image for the platform. Rejects with the codes of
 * `pullManifest` and `pullSmallBlob`.
 */
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
