import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../core/model/json.ts';
import { isDigest } from '../../../../core/oci/digest.ts';
import { MEDIA_TYPES } from '../../../../core/oci/media-types.ts';
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

/** Returns the media type of a `Content-Type`, or `undefined` if it names no manifest. */
export function knownMediaType(contentType: string | undefined): string | undefined {
  const type = bareType(contentType);
  return INDEXES.includes(type) || MANIFESTS.includes(type) ? type : undefined;
}

/** Throws `UNSUPPORTED_MANIFEST` for a `Content-Type` of schema 1, or of a document that is not JSON. */
export function checkContentType(contentType: string | undefined, subject: Subject): void {
  const type = bareType(contentType);
  if (SCHEMA_1.test(type)) throw unsupported(subject, SCHEMA_1_MESSAGE);
  if (/html|xml|^image\//.test(type)) throw unsupportedType(subject, type);
}

/**
 * Reads a manifest. Static servers and some proxies send a general `Content-Type`, so the document itself says what it is,
 * by its `mediaType` or else by its fields. Throws `UNSUPPORTED_MANIFEST` for schema 1 and other types, and `BAD_ANSWER` for
 * an invalid manifest.
 */
export function readManifest(
  json: JsonObject,
  contentType: string | undefined,
  subject: Subject,
): { readonly mediaType: string; readonly content: ManifestContent } {
  if (json['schemaVersion'] === 1) throw unsupported(subject, SCHEMA_1_MESSAGE);
  const sent = knownMediaType(contentType);
  const own = ownMediaType(json, subject) ?? sent ?? typeByFields(json);
  if (own === undefined) throw unsupportedType(subject, bareType(contentType));
  // The media type of the response alone must not decide how to read a document (CVE-2021-41190).
  if (sent !== undefined && INDEXES.includes(sent) !== INDEXES.includes(own)) {
    throw malformed(subject, 'its mediaType differs from its Content-Type');
  }
  return { mediaType: own, content: INDEXES.includes(own) ? readIndex(json, subject) : readImage(json, subject) };
}

function ownMediaType({ mediaType }: JsonObject, subject: Subject): string | undefined {
  if (mediaType === undefined || mediaType === '') return undefined;
  const known = typeof mediaType === 'string' ? knownMediaType(mediaType) : undefined;
  if (known !== undefined) return known;
  if (typeof mediaType === 'string') throw unsupportedType(subject, mediaType);
  throw malformed(subject, 'its mediaType is not a text');
}

/** OCI documents need no `mediaType` (OCI image specification, manifest.md and image-index.md). */
function typeByFields({ config, manifests }: JsonObject): string | undefined {
  if (manifests !== undefined) return MEDIA_TYPES.oci.index;
  return config === undefined ? undefined : MEDIA_TYPES.oci.manifest;
}

/** Returns a media type without parameters. */
function bareType(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function unsupportedType(subject: Subject, type: string): RegistryError {
  const what = type === '' ? 'no media type' : `the unsupported media type ${type.slice(0, 100)}`;
  return unsupported(subject, `its manifest has ${what}`);
}

function readIndex({ manifests, layers }: JsonObject, subject: Subject): ManifestContent {
  if (layers !== undefined) throw malformed(subject, 'an index must not have layers');
  return { kind: 'index', manifests: readList(manifests, subject, 'manifests', isAnyDigest) };
}

function readImage({ manifests, config, layers }: JsonObject, subject: Subject): ManifestContent {
  if (manifests !== undefined) throw malformed(subject, 'an image must not have manifests');
  const descriptor = readDescriptor(config, isDigest);
  if (descriptor === undefined) throw malformed(subject, 'its config is not a descriptor');
  return { kind: 'image', config: descriptor, layers: readList(layers, subject, 'layers', isDigest) };
}

function readList(
  value: JsonObject[string] | undefined,
  subject: Subject,
  field: string,
  isUsable: (digest: string) => boolean,
): readonly Descriptor[] {
  if (value === undefined || !isJsonList(value)) throw malformed(subject, `its ${field} are not a list`);
  return value.map((entry, index) => {
    const descriptor = readDescriptor(entry, isUsable);
    if (descriptor === undefined)
      throw malformed(subject, `${field}[${index}] is not a descriptor with a sha256 digest`);
    return descriptor;
  });
}

/** An index can list images by other algorithms, which matter only if one is selected (descriptor.md, "Digests"). */
function isAnyDigest(text: string): boolean {
  return isDigest(text) || /^(?!sha256:)[a-z0-9]+(?:[+._-][a-z0-9]+)*:[a-zA-Z0-9=_-]{1,200}$/.test(text);
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
  /** Only an entry of an index can have another algorithm than sha256. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  /** Set for images of an index that state their platform. */
  readonly platform?: Platform;
}

/** Returns a descriptor, or `undefined` if the value is not a descriptor with a usable digest. */
function readDescriptor(value: Json | undefined, isUsable: (digest: string) => boolean): Descriptor | undefined {
  if (!isJsonObject(value)) return undefined;
  const { mediaType, digest, size } = value;
  if (typeof mediaType !== 'string' || typeof digest !== 'string' || !isUsable(digest)) return undefined;
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
