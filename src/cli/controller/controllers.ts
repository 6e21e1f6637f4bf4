import type { CacheCollaborators } from '../../controllers/cluster/cached.ts';
import type { RecordEvent } from '../../controllers/cluster/event-recorder.ts';
import type { Controller } from '../../controllers/start-controller.ts';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { Collaborators } from '../../kube/collaborators.ts';
import type { BuildMetrics } from '../../observability/build-metrics.ts';
import type { RegistryAccess } from '../../registry-access/registry-access.ts';
import type { ControllerSettings } from '../../settings/controller/settings.ts';

/** All that controllers are made of. */
export interface ControllerWorld {
  readonly settings: ControllerSettings;
  readonly client: KubeClient;
  readonly collaborators: Collaborators;
  readonly caches: CacheCollaborators;
  readonly access: RegistryAccess;
  readonly recordEvent: RecordEvent;
  readonly builds: BuildMetrics;
  /** A failure that did not end anything. */
  readonly report: (error: unknown) => void;
}

/** Every controller; their caches begin to fill at once. */
export function controllersOf(_: ControllerWorld): readonly Controller[] {
  return [];
}
