import { PODS } from '../../../kube/client/resources.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import type { BuildContext } from '../build-context.ts';
import type { ActiveBuild } from '../kept/build-record.ts';
import { controllerOf } from '../kept/identity.ts';
import type { Backend } from '../observe/recorded-status.ts';
import { podNameOf, taskRunNameOf } from '../observe/workload-names.ts';
import { TASK_RUNS } from '../resources.ts';

/** Asks the API server for the workload of a Build, of which the cache may not have heard. */
export async function findWorkload(
  { namespace, name, uid }: ActiveBuild,
  backend: Backend,
  { ports }: BuildContext,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const [resource, its] = backend === 'tekton' ? [TASK_RUNS, taskRunNameOf(name)] : [PODS, podNameOf(name)];
  try {
    const found = await ports.client.get(resource, { namespace, name: its }, { signal });
    return controllerOf(found)?.uid === uid ? found : undefined;
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}
