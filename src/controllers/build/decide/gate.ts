import type { ForeignContainer } from '../../../model/build-progress.ts';
import type { BuildSettings } from '../build-settings.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import type { Decision } from './decision.ts';
import { isStarting, unreadySidecar } from './foreign.ts';
import { onceSeen, type LookAgain, type Rule } from './rule.ts';

/** The first phase waits until every injected container is ready, so that none of them talks past a proxy. */
export const gate: Rule = ({ pod, settings, observation }) => {
  if (pod.gate !== 'closed') return undefined;
  const unready = unreadySidecar(pod.progress);
  if (unready === undefined) return { kind: 'open-gate', pod };
  return pod.stage === 'taken-on' ? stopUnlessReady(pod, unready, observation, settings) : undefined;
};

/** Nobody waits for ever for a container that is not ready; before it has started, images may have to be pulled. */
export function stopUnlessReady(
  workload: ObservedWorkload,
  unready: ForeignContainer,
  { seenFor }: Observation,
  { startDeadline, sidecarReadyDeadline }: BuildSettings,
): Decision | LookAgain {
  const { uid } = workload;
  const [seen, seconds] = isStarting(unready)
    ? [seenFor(`the start of what is injected into ${uid}`), Math.max(startDeadline, sidecarReadyDeadline)]
    : [seenFor(`the closed gate of ${uid}`), sidecarReadyDeadline];
  return onceSeen(seen, seconds, {
    kind: 'stop',
    workload,
    cause: { kind: 'sidecar-not-ready', container: unready.container, ...wordsOf(unready), seconds },
  });
}

function wordsOf(container: ForeignContainer): { readonly reason?: string; readonly message?: string } {
  if (container.kind === 'running') return {};
  const { reason, message } = container;
  return { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
}
