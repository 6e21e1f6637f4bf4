import type { Change } from '../../../kube/reflector/change.ts';
import type { TaskRunRecord } from './task-run-record.ts';

/** The flags of Tekton, as TaskRuns tell of them. */
export interface ToldFlags {
  readonly take: (change: Change<TaskRunRecord>) => void;
  /** Whether declared sidecars run as native ones; `undefined` until a TaskRun has said it. */
  readonly hasNativeSidecars: () => boolean | undefined;
}

/** The newest TaskRun tells what holds: one that is changed late, or goes, was run under the flags of its time. */
export function makeToldFlags(): ToldFlags {
  let newest: Pick<TaskRunRecord, 'createdAt' | 'nativeSidecars'> | undefined;
  return {
    take: ({ kind, object: { createdAt, nativeSidecars } }) => {
      if (kind === 'deleted' || nativeSidecars === undefined || createdAt < (newest?.createdAt ?? 0)) return;
      newest = { createdAt, nativeSidecars };
    },
    hasNativeSidecars: () => newest?.nativeSidecars,
  };
}
