import { READY_ANNOTATION } from '../../../../translators/phases/workload-metadata.ts';
import { PODS } from '../../../kube/client/resources.ts';
import type { BuildContext } from '../build-context.ts';
import type { Observation, ObservedPod } from '../observe/observation.ts';
import type { Applied } from './applied.ts';
import { remember } from './remember.ts';
import { unlessGone } from './unless-gone.ts';

/** Lets the first phase begin. */
export async function openGate(
  { build: { namespace } }: Observation,
  { name, uid }: ObservedPod,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  const patch = { metadata: { uid, annotations: { [READY_ANNOTATION]: 'true' } } };
  return unlessGone(async () =>
    remember('native', await context.ports.client.patch(PODS, { namespace, name }, patch, { signal }), context),
  );
}
