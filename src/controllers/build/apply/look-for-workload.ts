import { PODS } from '../../../kube/client/resources.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import type { BuildContext } from '../build-context.ts';
import { controllerOf } from '../kept/identity.ts';
import type { Observation } from '../observe/observation.ts';
import type { Backend } from '../observe/recorded-status.ts';
import { podNameOf, taskRunNameOf } from '../observe/workload-names.ts';
import { TASK_RUNS } from '../resources.ts';
import { AGAIN, type Applied } from './applied.ts';
import { fail } from './fail.ts';
import { remember } from './start-workload.ts';

/** Asks the API server for a workload that the cache does not have, and ends the Build if there is none. */
export async function lookForWorkload(
  observation: Observation,
  backend: Backend,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  const { build } = observation;
  const name = backend === 'tekton' ? taskRunNameOf(build.name) : podNameOf(build.name);
  const found = await live(build.namespace, name, backend, context, signal);
  if (found === undefined || controllerOf(found)?.uid !== build.uid) {
    return fail(observation, { kind: 'workload-deleted', workload: name }, undefined, context, signal);
  }
  remember(backend, found, context);
  return AGAIN;
}

async function live(
  namespace: string,
  name: string,
  backend: Backend,
  { ports }: BuildContext,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  try {
    return await ports.client.get(backend === 'tekton' ? TASK_RUNS : PODS, { namespace, name }, { signal });
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}
