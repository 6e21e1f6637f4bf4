import { boundedNames } from '../../core/model/bounded-messages.ts';
import type { RecordEvent } from '../kit/events.ts';
import type { EventReason } from '../kit/event-reasons.ts';
import type { Controller } from '../kit/start-controller.ts';
import type { NetworkCaches } from './network-cache.ts';

const REASON: EventReason = 'NetworkInvalid';

/** An Event has at most 1 KiB. */
const MAX_PROBLEMS = 3;

/** A namespace can have a thousand such ConfigMaps, and all Events wait in one queue. */
const MAX_EVENTS = 5;

/** The key for all namespaces. */
const ALL = '*';

/** Returns the controller that records an Event for each labelled ConfigMap that cannot be used, before a Build needs it. */
export function networkController(
  { list, problemsOf, synced, subscribe }: Pick<NetworkCaches, 'list' | 'problemsOf' | 'synced' | 'subscribe'>,
  recordEvent: RecordEvent,
): Controller {
  const reported = new Map<string, ReadonlySet<string>>();
  const report = (namespace: string): void => {
    const earlier = reported.get(namespace);
    const unusable = list(namespace)
      .map((configMap) => ({ configMap, problems: problemsOf(configMap) }))
      .filter(({ problems }) => problems.length > 0)
      .slice(0, MAX_EVENTS)
      .map(({ configMap, problems }) => ({ configMap, text: boundedNames(problems, MAX_PROBLEMS, '; ') }));
    for (const { configMap, text } of unusable) {
      if (earlier?.has(text) === true) continue;
      const note = `Builds cannot start: ${text}`;
      recordEvent({ regarding: configMap.regarding, type: 'Warning', reason: REASON, action: 'Read', note });
    }
    if (unusable.length === 0) reported.delete(namespace);
    else reported.set(namespace, new Set(unusable.map(({ text }) => text)));
  };
  return {
    name: 'networks',
    workers: 1,
    watch: async (enqueue) => {
      await synced;
      enqueue(ALL);
      subscribe((namespace) => enqueue(namespace ?? ALL));
    },
    reconcile: async (key) => {
      const namespaces = key === ALL ? list().map(({ namespace = '' }) => namespace) : [key];
      for (const namespace of new Set(namespaces)) report(namespace);
      return { kind: 'done' };
    },
  };
}
