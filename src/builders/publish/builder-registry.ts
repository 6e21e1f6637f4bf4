import type { RegistryClient } from '../../registry/client/registry-client.ts';

/** What publishing asks of registries. */
export type BuilderRegistry = Pick<
  RegistryClient,
  'resolve' | 'manifest' | 'copyBlob' | 'hasBlob' | 'pushBlob' | 'pushManifest'
>;
