import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { isDigest } from '../../digest.ts';
import { MEDIA_TYPES } from '../../media-types.ts';
import { RegistryError, type Subject } from '../registry-error.ts';
import type { Platform } from './platform.ts';

/** The descriptors that a manifest contains. */
export type ManifestContent =
  | { readonly kind: 'image'; readonly config: Descriptor; readonly layers: readonly Descriptor[] }
  | { readonly kind: 'index'; readonly manifests: readonly Descriptor[] };

/**
 * All supported media types. Without this header some registries convert manifests or do not find them (OCI
 * distribution specification, "Pulling manifests").
 */
export const ACCEPT = [MEDIA_TYPES.oci, MEDIA_TYPES.docker]
  .flatMap(({ index, manifest }) => [index, manifest])
  .join(', ');

const INDEXES: readonly string[] = [MEDIA_TYPES.oci.index, MEDIA_TYPES.docker.index];
const MANIFESTS: readonly string[] = [MEDIA_TYPES.oci.manifest, MEDIA_TYPES.docker.manifest];

/**
 * Docker's deprecated schema 1 has no config, and its digest does not cover its bytes (Docker, "Deprecated features").
 */
const SCHEMA_1 = /^application\/vnd\.docker\.distribution\.manifest\.v1\+/;

const SCHEMA_1_MESSAGE =
  'its manifest has schema version 1, which taskpack does not support; push the image again with a current tool';

/** Returns the media type of a response without parameters. Throws `UNSUPPORTED_MANIFEST` for an unsupported type. */
export function manifestMediaType(header: string | undefined, subject: Subject): string {
  const type = header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (INDEXES.includes(type) || MANIFESTS.includes(type)) return type;
  if (SCHEMA_1.test(type)) throw unsupported(subject, SCHEMA_1_MESSAGE);
  throw unsupported(
    subject,
    type === ''
      ? 'its manifest has no media type'
      : `its manifest has the unsupported media type ${type.slice(0, 100)}`,
  );
}

/**
 * Reads a manifest of a media type. Throws `UNSUPPORTED_MANIFEST` for schema 1, and `BAD_ANSWER` for an invalid
 * manifest.
 */
export function readManifest(json: JsonObject, mediaType: string, subject: Subject): ManifestContent {
  if (json['schemaVersion'] === 1) throw unsupported(subject, SCHEMA_1_MESSAGE);
  // The media type of the response alone must not decide how to read a document (CVE-2021-41190).
  const own = json['mediaType'];
  if (own !== undefined && own !== mediaType) throw malformed(subject, 'its mediaType differs from its Content-Type');
  return INDEXES.includes(mediaType) ? readIndex(json, subject) : readImage(json, subject);
}

function readIndex({ manifests, layers }: JsonObject, subject: Subject): ManifestContent {
  if (layers !== undefined) throw malformed(subject, 'an index must not have layers');
  return { kind: 'index', manifests: readList(manifests, subject, 'manifests') };
}

function readImage({ manifests, config, layers }: JsonObject, subject: Subject): ManifestContent {
  if (manifests !== undefined) throw malformed(subject, 'an image must not have manifests');
  const descriptor = readDescriptor(config);
  if (descriptor === undefined) throw malformed(subject, 'its config is not a descriptor');
  return { kind: 'image', config: descriptor, layers: readList(layers, subject, 'layers') };
}

function readList(value: JsonObject[string] | undefined, subject: Subject, field: string): readonly Descriptor[] {
  if (value === undefined || !isJsonList(value)) throw malformed(subject, `its ${field} are not a list`);
  return value.map((entry, index) => {
    const descriptor = readDescriptor(entry);
    if (descriptor === undefined)
      throw malformed(subject, `${field}[${index}] is not a descriptor with a sha256 digest`);
    return descriptor;
  });
}

function unsupported(subject: Subject, message: string): RegistryError {
  return new RegistryError('UNSUPPORTED_MANIFEST', subject, message);
}

function malformed(subject: Subject, reason: string): RegistryError {
  return new RegistryError('BAD_ANSWER', subject, `registry ${subject.registry} sends an invalid manifest: ${reason}`);
}

/** A reference to other content (OCI image specification, descriptor.md). */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  /** Set for images of an index that state their platform. */
  readonly platform?: Platform;
}

/** Returns a descriptor, or `undefined` if the value is not a descriptor with a sha256 digest. */
function readDescriptor(value: Json | undefined): Descriptor | undefined {
  if (!isJsonObject(value)) return undefined;
  const { mediaType, digest, size } = value;
  if (typeof mediaType !== 'string' || typeof digest !== 'string' || !isDigest(digest)) return undefined;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return undefined;
  const platform = readPlatform(value['platform']);
  return { mediaType, digest, size, ...(platform !== undefined && { platform }) };
}

function readPlatform(value: Json | undefined): Platform | undefined {
  if (!isJsonObject(value)) return undefined;
  const { os, architecture, variant } = value;
  if (typeof os !== 'string' || typeof architecture !== 'string') return undefined;
  return { os, architecture, ...(typeof variant === 'string' && variant !== '' && { variant }) };
}
