import { isJsonObject, type Json } from '../../model/json.ts';
import type { Platform } from './platform.ts';

/** What a manifest knows of something else that the registry keeps (OCI image specification, descriptor.md). */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  /** Of an index's images, where it says so. */
  readonly platform?: Platform;
}

/** Whether a text is a digest that we can check. */
export function isDigest(text: string | undefined): text is string {
  return text !== undefined && /^sha256:[0-9a-f]{64}$/.test(text);
}

/** Reads a descriptor; `undefined` where it is none that we can follow. */
export function readDescriptor(value: Json | undefined): Descriptor | undefined {
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
