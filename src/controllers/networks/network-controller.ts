import { boundedNames } from '../../model/bounded-messages.ts';
import { readNetwork } from '../../network/read-network.ts';
import type { RecordEvent } from '../events.ts';
import type { EventReason } from '../event-reasons.ts';
import type { Controller } from '../start-controller.ts';
import type { NetworkCaches } from './network-cache.ts';

const REASON: EventReason = 'NetworkInvalid';

/** An Event has at most 1 KiB. */
const MAX_PROBLEMS = 3;

/** Returns the controller that records an Event for each labelled ConfigMap that cannot be used, before a Build needs it. */
export function networkController(
  { caches, synced }: Pick<NetworkCaches, 'caches' | 'synced'>,
  recordEvent: RecordEvent,
): Controller {
  return {
    name: 'networks',
    workers: 1,
    watch: async (enqueue) => {
      for (const cache of caches) cache.subscribe(({ key }) => enqueue(key));
      return synced;
    },
    reconcile: async (key) => {
      const found = caches.map(({ store }) => store.get(key)).find((one) => one !== undefined);
      const problems = found === undefined ? [] : readNetwork([found]).problems;
      if (found !== undefined && problems.length > 0) {
        const note = `Builds cannot start: ${boundedNames(problems, MAX_PROBLEMS)}`;
        recordEvent({ regarding: found.regarding, type: 'Warning', reason: REASON, action: 'Read', note });
      }
      return { kind: 'done' };
    },
  };
}
