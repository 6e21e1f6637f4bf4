import type { ObservedPod } from '../observe/observation.ts';
import { isCompleted } from './completed.ts';
import { hasSidecar } from './foreign.ts';
import { goingAway } from './going-away.ts';
import type { Rule } from './rule.ts';

/** A Pod of which nothing has run yet is made once more, and another way, where it could not run this way. Once. */
export const recreation: Rule = ({ pod, observation, settings }) => {
  const { recreation: recorded } = observation.recorded;
  if (recorded !== undefined) {
    if (recorded.of !== pod.uid) return undefined;
    const going = goingAway(pod, observation) ?? { kind: 'delete-workload', workload: pod };
    if (going.kind !== 'report') return going;
    // How far it was is of no interest any more.
    return { kind: 'wait', ...(going.after !== undefined && { after: going.after }) };
  }
  if (pod.layout !== 'containers' || pod.grace !== undefined) return undefined;
  if (lacksWaiter(pod)) return { kind: 'recreate', pod, reason: 'WaiterNotDelivered' };
  const foreseesSidecars = settings.injectedSidecars !== 'auto' || pod.gate !== 'none';
  if (foreseesSidecars || !hasSidecar(pod.progress) || hasBegun(pod)) return undefined;
  return { kind: 'recreate', pod, reason: 'UnforeseenSidecars' };
};

/** The others found no waiter to start, which prepare was to copy before them. */
function lacksWaiter({ waiterDelivery, progress }: ObservedPod): boolean {
  const [first, second] = progress.phases;
  const isCopied = first?.kind === 'terminated' && first.exitCode === 0;
  return waiterDelivery === 'hook' && !isCopied && second?.kind === 'terminated' && couldNotStart(second.reason);
}

/** The container runtimes' words for a command that is not there. */
function couldNotStart(reason: string | undefined): boolean {
  return reason === 'StartError' || reason === 'ContainerCannotRun';
}

function hasBegun({ progress }: ObservedPod): boolean {
  return isCompleted(progress) || progress.phases.some(({ kind }) => kind === 'terminated');
}
