import type { ImageFacts } from '../../../src/core/api/taskpack/image-facts.ts';
import { inspectImages } from '../../../src/cli/inspect/run.ts';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import type { UniverseDocuments } from '../../cluster/universe/documents.ts';

/** Returns the registry's facts of every image in the documents. */
export async function universeFacts(
  client: RegistryClient,
  documents: UniverseDocuments,
): Promise<readonly ImageFacts[]> {
  const images = JSON.stringify(documents).match(/[^"]*@sha256:[0-9a-f]{64}/g) ?? [];
  const { facts, problems } = await inspectImages(client, images);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return facts;
}
