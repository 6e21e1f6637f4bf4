import { hasFailed } from './completed.ts';
import { runsSidecar } from './foreign.ts';
import { onceSeen, type Rule } from './rule.ts';

/**
 * Phases behind one that failed skip by themselves, unless it died without leaving its mark: then they would wait for
 * ever, and so would sidecars in any case.
 */
export const failedPhase: Rule = ({ pod, settings, observation }) => {
  const { phases } = pod.progress;
  const index = phases.findIndex(hasFailed);
  const failed = phases[index];
  if (failed?.kind !== 'terminated') return undefined;
  const isInit = pod.layout === 'init' && index < phases.length - 1;
  // The kubelet itself ends a Pod whose init container fails.
  if (isInit) return undefined;
  if (phases.slice(index + 1).every(({ kind }) => kind === 'terminated')) {
    return runsSidecar(pod.progress) ? { kind: 'stop', workload: pod } : undefined;
  }
  const seenFor = observation.seenFor(`the end of ${failed.phase} in ${pod.uid}`);
  return onceSeen(seenFor, settings.stuckPhase, { kind: 'stop', workload: pod });
};
