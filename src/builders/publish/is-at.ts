import type { ImageReference } from '../../model/image-reference.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import type { BuilderRegistry } from './builder-registry.ts';

/** Whether a tag has an image with that digest already. */
export async function isAt(
  registry: Pick<BuilderRegistry, 'resolve'>,
  tag: ImageReference,
  digest: string,
): Promise<boolean> {
  try {
    return (await registry.resolve(tag)).digest === digest;
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
