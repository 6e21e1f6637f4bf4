import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';

/** Whether kpack tried to read the object's images and could not; what it wrote before that is gone (kpack's statuses). */
export function isNotReady(status: ClusterStack['status']): boolean {
  return (status?.conditions ?? []).some(({ type, status: state }) => type === 'Ready' && state !== 'True');
}

/** kpack's own sentence in the object's status; empty where it wrote none. */
export function whyNotReady(status: ClusterStack['status']): string {
  const ready = (status?.conditions ?? []).find(({ type }) => type === 'Ready');
  return ready?.message === undefined ? '' : `: ${ready.message}`;
}
