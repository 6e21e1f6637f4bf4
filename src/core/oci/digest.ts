import { createHash } from 'node:crypto';

/** Returns the sha256 digest of content (OCI image specification, descriptor.md). */
export function digestOf(content: Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** True for a digest that taskpack can verify: `sha256:` and 64 hexadecimal digits. */
export function isDigest(text: string | undefined): text is string {
  return text !== undefined && /^sha256:[0-9a-f]{64}$/.test(text);
}
