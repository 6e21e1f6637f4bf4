import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { universeDocuments, type UniverseDocuments } from '../../cluster/universe/documents.ts';
import { lifecycleImage } from '../../cluster/universe/lifecycle-image.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';

export const NEWER_LIFECYCLE = '0.21.14';

/** Returns the documents of the universe with the newer lifecycle. */
export async function newerDocuments(registry: Registry): Promise<UniverseDocuments> {
  const pushed = await pushRunningUniverse(registry);
  const programs = await ensurePrograms(['lifecycle', 'launcher'], console.error, { lifecycle: NEWER_LIFECYCLE });
  const repository = `universe/lifecycle-${NEWER_LIFECYCLE}`;
  const digest = await pushImage(
    lifecycleImage({ version: NEWER_LIFECYCLE, ...programs }),
    { url: registry.url, repository },
    'latest',
  );
  return universeDocuments({ ...pushed, lifecycle: `${registry.address}/${repository}@${digest}` });
}
