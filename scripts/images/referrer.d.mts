import type { Repository } from '../../src/registry/client/credentials/keychain.ts';
import type { RegistryClient } from '../../src/registry/client/registry-client.ts';
import type { Blob } from '../../src/registry/image.ts';

export function pushSbom(
  client: RegistryClient,
  repository: Repository,
  subject: Blob,
  document: { readonly file: string; readonly mediaType: string; readonly text: string },
): Promise<string>;
