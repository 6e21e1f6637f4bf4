import type { BuildContext } from '../build-context.ts';
import type { Observation, ObservedPod } from '../observe/observation.ts';
import type { RecreationReason } from '../observe/recorded-status.ts';
import { AGAIN, type Applied } from './applied.ts';
import { nextStatus, saveStatus } from './save-status.ts';
import { tell } from './tell.ts';

/** Records that a Pod is to be made once more, before it is deleted: whoever goes on from here must know. */
export async function recreate(
  observation: Observation,
  { uid, name }: ObservedPod,
  reason: RecreationReason,
  context: BuildContext,
): Promise<Applied> {
  const note = `${sentenceOf(reason)}: Pod ${name} is made once more`;
  const state = { kind: 'waiting', reason: 'Recreating', message: note, backend: 'native' } as const;
  const { podName: _, ...next } = nextStatus(observation, state, context.ports.now(), { reason, of: uid });
  await saveStatus(observation, next, context);
  tell(observation.build, { type: 'Normal', reason: 'Recreating', note }, context);
  return AGAIN;
}

function sentenceOf(reason: RecreationReason): string {
  switch (reason) {
    case 'WaiterNotDelivered':
      return "prepare's container could not copy the program that the others start by, so an init container will";
    case 'UnforeseenSidecars':
      return 'sidecars were injected that the API server had not shown before, so the first phase will wait for them';
  }
}
