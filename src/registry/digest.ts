import { createHash } from 'node:crypto';

/** The digest by which registries know content (OCI image specification, descriptor.md). */
export function digestOf(content: Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
