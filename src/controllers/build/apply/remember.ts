import type { KubeObject } from '../../../kube/client/kube-object.ts';
import type { BuildContext } from '../build-context.ts';
import { keyIn } from '../kept/identity.ts';
import { podRecord } from '../kept/pod-record.ts';
import { taskRunRecord } from '../kept/task-run-record.ts';
import type { Backend } from '../observe/recorded-status.ts';

/** Keeps a workload as the API server has just answered with it: the cache will have it in a moment. */
export function remember(backend: Backend, workload: KubeObject, { recent }: BuildContext): void {
  switch (backend) {
    case 'native': {
      const record = podRecord(workload);
      return recent.pods.put(keyIn(record.namespace, record.name), record);
    }
    case 'tekton': {
      const record = taskRunRecord(workload);
      return recent.taskRuns.put(keyIn(record.namespace, record.name), record);
    }
  }
}
