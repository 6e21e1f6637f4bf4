import { repositoryName } from '../../../model/image-reference.ts';
import type { RegistryCredentials } from '../credentials/registry-credentials.ts';
import type { World } from '../world.ts';
import { readReference } from './read-reference.ts';
import { registryClientOf } from './registry-client-of.ts';
import { pushFailure, runImageFailure } from './registry-failure.ts';

/** Asks every registry, once a repository, whether it would take the image. Rejects with `PrepareError`. */
export async function checkWriteAccess(
  world: World,
  tags: readonly string[],
  credentials: RegistryCredentials,
): Promise<void> {
  const client = registryClientOf(world, credentials);
  const asked = new Set<string>();
  for (const tag of tags) {
    const reference = readReference(tag);
    const name = repositoryName(reference);
    if (asked.has(name)) continue;
    asked.add(name);
    await client.checkPush(reference).catch((error: unknown) => {
      throw pushFailure(error, tag);
    });
  }
}

/** Asks for the run image, with all credentials that there are. Rejects with `PrepareError`. */
export async function checkReadAccess(world: World, image: string, credentials: RegistryCredentials): Promise<void> {
  const client = registryClientOf(world, credentials);
  await client.resolve(readReference(image)).catch((error: unknown) => {
    throw runImageFailure(error, image);
  });
}
