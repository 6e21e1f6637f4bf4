import { isJsonList, type JsonObject } from '../../model/json.ts';
import { MEDIA_TYPES } from '../media-types.ts';
import { readDescriptor, type Descriptor } from './descriptor.ts';
import { RegistryError, type Subject } from './registry-error.ts';

/** What a manifest refers to. */
export type ManifestContent =
  | { readonly kind: 'image'; readonly config: Descriptor; readonly layers: readonly Descriptor[] }
  | { readonly kind: 'index'; readonly manifests: readonly Descriptor[] };

/** All that we read; without it a registry converts, or has nothing (OCI distribution specification, "Pulling manifests"). */
export const ACCEPT = [MEDIA_TYPES.oci, MEDIA_TYPES.docker]
  .flatMap(({ index, manifest }) => [index, manifest])
  .join(', ');

const INDEXES: readonly string[] = [MEDIA_TYPES.oci.index, MEDIA_TYPES.docker.index];
const MANIFESTS: readonly string[] = [MEDIA_TYPES.oci.manifest, MEDIA_TYPES.docker.manifest];

/** Schema 1 has no config and no digests of its own bytes; registries give it up (Docker, "Deprecated features"). */
const SCHEMA_1 = /^application\/vnd\.docker\.distribution\.manifest\.v1\+/;

const OUTDATED = 'its manifest has schema 1, which taskpack does not read; push the image again with a current tool';

/** The type of an answer without its parameters. Throws `UNSUPPORTED_MANIFEST` where it is none of ours. */
export function checkedMediaType(header: string | undefined, subject: Subject): string {
  const type = header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (INDEXES.includes(type) || MANIFESTS.includes(type)) return type;
  if (SCHEMA_1.test(type)) throw unsupported(subject, OUTDATED);
  throw unsupported(
    subject,
    type === '' ? 'its manifest has no type' : `its manifest has the unknown type ${type.slice(0, 100)}`,
  );
}

/** Reads a manifest of a type. Throws `UNSUPPORTED_MANIFEST` for schema 1, `BAD_ANSWER` for what is no manifest. */
export function readManifest(json: JsonObject, mediaType: string, subject: Subject): ManifestContent {
  if (json['schemaVersion'] === 1) throw unsupported(subject, OUTDATED);
  // One document must not be read as another by its type alone (CVE-2021-41190).
  const own = json['mediaType'];
  if (own !== undefined && own !== mediaType) throw malformed(subject, 'its mediaType is not that of the answer');
  return INDEXES.includes(mediaType) ? readIndex(json, subject) : readImage(json, subject);
}

function readIndex({ manifests, layers }: JsonObject, subject: Subject): ManifestContent {
  if (layers !== undefined) throw malformed(subject, 'an index has no layers');
  return { kind: 'index', manifests: readList(manifests, subject, 'manifests') };
}

function readImage({ manifests, config, layers }: JsonObject, subject: Subject): ManifestContent {
  if (manifests !== undefined) throw malformed(subject, 'an image has no manifests');
  const descriptor = readDescriptor(config);
  if (descriptor === undefined) throw malformed(subject, 'its config is no descriptor');
  return { kind: 'image', config: descriptor, layers: readList(layers, subject, 'layers') };
}

function readList(value: JsonObject[string] | undefined, subject: Subject, field: string): readonly Descriptor[] {
  if (value === undefined || !isJsonList(value)) throw malformed(subject, `its ${field} are no list`);
  return value.map((entry, place) => {
    const descriptor = readDescriptor(entry);
    if (descriptor === undefined) throw malformed(subject, `${field}[${place}] is no descriptor with a sha256 digest`);
    return descriptor;
  });
}

function unsupported(subject: Subject, sentence: string): RegistryError {
  return new RegistryError('UNSUPPORTED_MANIFEST', subject, sentence);
}

function malformed(subject: Subject, reason: string): RegistryError {
  return new RegistryError('BAD_ANSWER', subject, `registry ${subject.registry} has no proper manifest: ${reason}`);
}
