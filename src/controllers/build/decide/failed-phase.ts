import { hasFailed } from './completed.ts';
import { runsSidecar } from './foreign.ts';
import { at, type Rule } from './rule.ts';

/**
 * Phases behind one that failed skip by themselves, unless it died without leaving its mark: then they would wait for
 * ever, and so would sidecars in any case.
 */
export const failedPhase: Rule = ({ pod, settings, now }) => {
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
  const finishedAt = Date.parse(failed.finishedAt ?? '');
  const since = Number.isNaN(finishedAt) ? (pod.startedAt ?? now) : finishedAt;
  return at(since + settings.stuckPhase * 1000, now, { kind: 'stop', workload: pod });
};
