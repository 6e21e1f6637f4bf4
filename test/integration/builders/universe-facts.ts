import type { ImageFacts } from '../../../src/api/taskpack/image-facts.ts';
import { inspectImages } from '../../../src/cli/registry/inspect-images.ts';
import type { RegistryClient } from '../../../src/registry/client/registry-client.ts';
import type { UniverseDocuments } from '../../cluster/universe/documents.ts';

/** What the registry says of every image that the documents name. */
export async function universeFacts(
  client: RegistryClient,
  documents: UniverseDocuments,
): Promise<readonly ImageFacts[]> {
  const images = JSON.stringify(documents).match(/[^"]*@sha256:[0-9a-f]{64}/g) ?? [];
  const { facts, problems } = await inspectImages(client, images);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return facts;
}
