import type { BuilderCaches } from '../../controllers/builders/builder-caches.ts';
import { buildController } from '../../controllers/build/build-controller.ts';
import type { ReadLogTail, ReadSecrets } from '../../controllers/build/build-ports.ts';
import type { Controller } from '../../controllers/start-controller.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import { lineMasks } from '../../mask/line-mask.ts';
import { readLogTail } from '../../logs/read-log-tail.ts';
import { textAt } from '../../model/json-field.ts';
import { buildSecrets } from '../logs/build-secrets.ts';
import type { ControllerWorld } from './controllers.ts';
import { tellingOfEnds } from './ended-builds.ts';

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
      now,
      elapsed,
      readSecrets: secretsOf(world),
      readLogTail: logTail(world),
    },
  });
}

function logTail({ client }: ControllerWorld): ReadLogTail {
  return async (place, mask) => readLogTail(client, { ...place, ...TAIL }, mask);
}

/** The client has tried more than once: a Secret that cannot be read, for now or for good, keeps no Build from ending. */
function secretsOf({ client }: ControllerWorld): ReadSecrets {
  return async (build, mounted, signal) => {
    const namespace = textAt(build.metadata, 'namespace') ?? '';
    try {
      const question = { namespace, build, mounted, lenient: ['NOT_FOUND'], signal } as const;
      return { kind: 'known', masks: lineMasks(await buildSecrets(client, question)) };
    } catch (error) {
      signal.throwIfAborted();
      if (!isKubeError(error)) throw error;
      return { kind: 'unknown', why: error.message };
    }
  };
}
