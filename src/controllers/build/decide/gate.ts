import type { ForeignContainer } from '../../../model/build-progress.ts';
import { unreadySidecar } from './foreign.ts';
import { onceSeen, type Rule } from './rule.ts';

/** The first phase waits until every injected container is ready, so that none of them talks past a proxy. */
export const gate: Rule = ({ pod, settings, observation }) => {
  if (pod.gate !== 'closed') return undefined;
  const unready = unreadySidecar(pod.progress);
  if (unready === undefined) return { kind: 'open-gate', pod };
  if (!pod.isTakenOn) return undefined;
  const seconds = settings.sidecarReadyDeadline;
  return onceSeen(observation.seenFor(`the closed gate of ${pod.uid}`), seconds, {
    kind: 'stop',
    workload: pod,
    cause: { kind: 'sidecar-not-ready', container: unready.container, ...wordsOf(unready), seconds },
  });
};

function wordsOf(container: ForeignContainer): { readonly reason?: string; readonly message?: string } {
  if (container.kind === 'running') return {};
  const { reason, message } = container;
  return { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
}
