import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';

type Status = Pick<NonNullable<ClusterStack['status']>, 'conditions'> | undefined;

/** Whether kpack read the object's images. */
export function isReady(status: Status): boolean {
  return readiness(status)?.status === 'True';
}

/** Whether kpack tried to read the object's images and could not; what it wrote before that is gone (kpack's statuses). */
export function isNotReady(status: Status): boolean {
  return readiness(status) !== undefined && !isReady(status);
}

/** kpack's own sentence in the object's status; empty where it wrote none. */
export function whyNotReady(status: Status): string {
  const message = readiness(status)?.message;
  return message === undefined ? '' : `: ${message}`;
}

function readiness(status: Status) {
  return status?.conditions?.find(({ type }) => type === 'Ready');
}
