import type { ImageReference } from '../../model/image-reference.ts';
import { RegistryError, type RegistryErrorCode } from '../../registry/client/registry-error.ts';
import type { BuilderRegistry } from './builder-registry.ts';

/** Who may not read what is not there yet, as on Quay, may push it all the same; and if not, the push says so. */
const NOT_THERE: readonly RegistryErrorCode[] = ['NOT_FOUND', 'UNAUTHORIZED', 'DENIED'];

/** Whether a tag has an image with that digest already, in its registry itself: nobody pushes to a mirror. */
export async function isAt(
  registry: Pick<BuilderRegistry, 'resolve'>,
  tag: ImageReference,
  digest: string,
): Promise<boolean> {
  try {
    return (await registry.resolve(tag, { mirrors: false })).digest === digest;
  } catch (error) {
    if (error instanceof RegistryError && NOT_THERE.includes(error.code)) return false;
    throw error;
  }
}
