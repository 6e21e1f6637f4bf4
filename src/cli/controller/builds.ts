import type { BuilderCaches } from '../../controllers/builders/builder-caches.ts';
import { buildController } from '../../controllers/build/build-controller.ts';
import type { ReadLogTail } from '../../controllers/build/build-ports.ts';
import type { Controller } from '../../controllers/start-controller.ts';
import { readLogTail } from '../../logs/read-log-tail.ts';
import type { ControllerWorld } from './controllers.ts';
import { tellingOfEnds } from './ended-builds.ts';
import { secretsReader } from './secrets-reader.ts';

/** Of a log, what a Build's status holds: kpack's message has as much of it (kpack, pkg/reconciler/build). */
const TAIL = { lines: 10, bytes: 800 };

/** The controller of Builds. */
export function builds(world: ControllerWorld, builders: BuilderCaches): Controller {
  const { settings, client, collaborators, caches, access, recordEvent, watcher } = world;
  const { now, elapsed } = collaborators;
  return buildController({
    settings,
    caches,
    builders,
    workers: settings.workers,
    ports: {
      client: tellingOfEnds(client, watcher),
      registry: access,
      recordEvent,
      noteBackend: (backend) => watcher.traces.note({ backend }),
      now,
      elapsed,
      readSecrets: secretsReader(client),
      readLogTail: logTail(world),
    },
  });
}

function logTail({ client }: ControllerWorld): ReadLogTail {
  return async (place, mask) => readLogTail(client, { ...place, ...TAIL }, mask);
}
