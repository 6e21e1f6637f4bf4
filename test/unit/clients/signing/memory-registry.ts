import { Readable } from 'node:stream';
import { canonicalName, type ImageReference } from '../../../../src/core/model/image-reference.ts';
import { textAt } from '../../../support/json-field.ts';
import { isJsonObject, type JsonObject } from '../../../../src/core/model/json.ts';
import { RegistryError, type RegistryErrorCode } from '../../../../src/clients/registry/client/registry-error.ts';
import { readManifest } from '../../../../src/clients/registry/client/manifests/manifest.ts';
import { digestOf } from '../../../../src/core/oci/digest.ts';
import { MEDIA_TYPES } from '../../../../src/core/oci/media-types.ts';
import type { ReferrerUpload } from '../../../../src/clients/registry/client/manifests/push-referrers.ts';
import type { BundleRegistry } from '../../../../src/clients/signing/bundle-referrers.ts';
import type { SignatureRegistry } from '../../../../src/clients/signing/signature-image.ts';

/** A registry in memory. Tests change its blobs and tags behind the client's back. */
export interface MemoryRegistry {
  readonly client: SignatureRegistry & BundleRegistry;
  readonly blobs: Map<string, Uint8Array>;
  /** Manifests by name and tag. */
  readonly tags: Map<string, JsonObject>;
  /** The names of the manifests that were pushed to tags. */
  readonly pushed: string[];
  /** The manifests that refer to an image, by the name and digest of the image. */
  readonly referrers: Map<string, readonly ReferrerUpload[]>;
}

export function memoryRegistry(): MemoryRegistry {
  const blobs = new Map<string, Uint8Array>();
  const tags = new Map<string, JsonObject>();
  const pushed: string[] = [];
  const referrers = new Map<string, readonly ReferrerUpload[]>();
  const client: SignatureRegistry & BundleRegistry = {
    config: async (reference) => {
      const json = tags.get(canonicalName(reference));
      if (json === undefined) throw failure(reference, 'NOT_FOUND', 'not found');
      const bytes = Buffer.from(JSON.stringify(json));
      const mediaType = textAt(json, 'mediaType') ?? '';
      const { content } = readManifest(json, mediaType, {
        registry: reference.registry,
        image: canonicalName(reference),
      });
      if (content.kind === 'index') throw failure(reference, 'UNSUPPORTED_MANIFEST', 'this is an index');
      const config = stored(reference, content.config.digest);
      const parsed: unknown = JSON.parse(Buffer.from(config).toString());
      if (!isJsonObject(parsed)) throw new Error('the configuration is not an object');
      return {
        manifest: { digest: digestOf(bytes), mediaType, size: bytes.length, bytes, json, content },
        descriptor: content.config,
        layers: content.layers,
        bytes: config,
        json: parsed,
      };
    },
    blob: (repository, { digest }) =>
      Readable.from(
        (async function* () {
          yield stored(repository, digest);
        })(),
      ),
    pushBlob: async (_, { digest }, content) => {
      if (!(content instanceof Uint8Array)) throw new Error('only bytes are supported');
      blobs.set(digest, content);
    },
    pushManifest: async (reference, { bytes }) => {
      tags.set(canonicalName(reference), asObject(bytes));
      pushed.push(canonicalName(reference));
      return digestOf(bytes);
    },
    resolve: async ({ digest = '' }) => ({ digest, mediaType: MEDIA_TYPES.oci.manifest, size: 528 }),
    manifest: async (reference) => {
      const found = [...referrers.values()].flat().find(({ digest }) => digest === reference.digest);
      if (found === undefined) throw failure(reference, 'NOT_FOUND', 'not found');
      const { bytes, mediaType, digest, size } = found;
      const json = asObject(bytes);
      const { content } = readManifest(json, mediaType, {
        registry: reference.registry,
        image: canonicalName(reference),
      });
      return { digest, mediaType, size, bytes, json, content };
    },
    referrers: async (subject) => referrers.get(canonicalName(subject)) ?? [],
    pushReferrers: async (subject, uploads, replaced = new Set()) => {
      const name = canonicalName(subject);
      const kept = (referrers.get(name) ?? []).filter(({ digest }) => !replaced.has(digest));
      referrers.set(name, [...kept, ...uploads]);
    },
  };
  return { client, blobs, tags, pushed, referrers };

  function stored(repository: Pick<ImageReference, 'registry' | 'repository'>, digest: string): Uint8Array {
    const content = blobs.get(digest);
    if (content === undefined) throw failure(repository, 'NOT_FOUND', `no blob ${digest}`);
    if (digestOf(content) !== digest) throw failure(repository, 'DIGEST_MISMATCH', `the blob ${digest} is different`);
    return content;
  }
}

function asObject(bytes: Uint8Array): JsonObject {
  const json: unknown = JSON.parse(Buffer.from(bytes).toString());
  if (!isJsonObject(json)) throw new Error('the manifest is not an object');
  return json;
}

function failure(image: ImageReference, code: RegistryErrorCode, message: string): RegistryError {
  return new RegistryError(code, { registry: image.registry, image: canonicalName(image) }, message);
}
