import * as z from 'zod';
import { parseImageReference, readImageReference } from '../model/image-reference.ts';
import { stringMap } from './kubernetes/object-meta.ts';
import { optionalString, optionalStrings } from './optional-fields.ts';

/** The digest of content in a registry: `sha256:` and 64 hexadecimal digits. */
export const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, 'a digest is sha256: and 64 hexadecimal digits in lower case');

/** Says what is wrong with an image reference. */
function faultOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const reading = readImageReference(text);
  return 'fault' in reading ? reading.fault : undefined;
}

/** An image reference, by tag, by digest or without either. */
export const imageName = z
  .string()
  .refine((text) => parseImageReference(text) !== undefined, { error: ({ input }) => faultOf(input) });

/** An image reference by digest. */
export const pinnedImageName = z.string().refine((text) => parseImageReference(text)?.digest !== undefined, {
  error: ({ input }) => faultOf(input) ?? 'it must have a digest',
});

/** The platform of an image (OCI image specification, config.md). */
export const platform = z.strictObject({
  os: z.string(),
  architecture: z.string(),
  variant: optionalString,
});

/** The descriptor of a layer (OCI image specification, descriptor.md). Docker's descriptors have the same fields. */
export const descriptor = z.strictObject({
  mediaType: z.string(),
  size: z.int().min(0),
  digest,
  annotations: stringMap.exactOptional(),
  /** URLs that serve the layer in addition to the registry. */
  urls: optionalStrings,
});

/** A descriptor with the diffID: the digest of the uncompressed layer, as in the image's configuration. */
export const unpackedDescriptor = descriptor.extend({ diffId: digest });

/** The content of a base image that determines the digest of an image on top of it. */
export const imageContent = z.strictObject({
  /** The manifest as the registry serves it. The text keeps every byte, and so the digest. */
  manifest: optionalString,
  /** The configuration as the registry serves it, byte for byte. */
  configuration: optionalString,
  /** The layers of the manifest, the base layer first. */
  layers: z.array(descriptor).exactOptional(),
});
