import { builderCaches, type BuilderCaches } from '../../controllers/builders/builder-caches.ts';
import { builderControllers } from '../../controllers/builders/builder-controllers.ts';
import type { CacheCollaborators } from '../../controllers/cluster/cached.ts';
import type { RecordEvent } from '../../controllers/cluster/event-recorder.ts';
import { LOOK_INTERVALS } from '../../controllers/parts/look.ts';
import { partCaches } from '../../controllers/parts/part-caches.ts';
import { partControllers } from '../../controllers/parts/part-controllers.ts';
import type { Controller } from '../../controllers/start-controller.ts';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { Collaborators } from '../../kube/collaborators.ts';
import type { RegistryAccess } from '../../registry-access/registry-access.ts';
import type { ControllerSettings } from '../../settings/controller/settings.ts';
import { builds } from './builds.ts';
import type { BuildWatcher } from './ended-builds.ts';

/** All that controllers are made of. */
export interface ControllerWorld {
  readonly settings: ControllerSettings;
  readonly client: KubeClient;
  readonly collaborators: Collaborators;
  readonly caches: CacheCollaborators;
  readonly access: RegistryAccess;
  readonly recordEvent: RecordEvent;
  readonly watcher: BuildWatcher;
}

/** Every controller; their caches begin to fill at once. */
export function controllersOf(world: ControllerWorld): readonly Controller[] {
  const builders = builderCaches(world.caches);
  return [builds(world, builders), ...builderMakers(world, builders)];
}

/** The controllers of builders and of what they are made of. */
function builderMakers(
  { settings, client, collaborators, caches, access, recordEvent }: ControllerWorld,
  builders: BuilderCaches,
): readonly Controller[] {
  const { now, random } = collaborators;
  const parts = partCaches(caches);
  const intervals = { ...LOOK_INTERVALS, tag: settings.tagRecheckInterval * 1000 };
  const common = { client, access, now, random, intervals, recordEvent };
  const maximumPlatformApi = (): string => settings.maximumPlatformApi;
  const controllers = [
    ...partControllers(parts, common),
    ...builderControllers(builders, { ...common, parts, maximumPlatformApi }),
  ];
  return controllers.map((controller) => ({ ...controller, workers: settings.workers }));
}
