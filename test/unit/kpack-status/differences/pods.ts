import type { JsonObject } from '../../../../src/core/model/json.ts';
import { objectAt, objectsAt, textAt } from '../../../support/json-field.ts';
import { inPhaseOrder } from '../../../../translators/progress/phases.ts';
import type { Difference } from './difference.ts';

/** Returns the Pod with another status. */
function withStatus(pod: JsonObject, status: JsonObject): JsonObject {
  return { ...pod, status: { ...objectAt(pod, 'status'), ...status } };
}

/** Returns the container statuses of the phases, in order. */
function ofPhases(statuses: readonly JsonObject[]): readonly JsonObject[] {
  const named = new Map(statuses.map((status) => [textAt(status, 'name') ?? '', status]));
  return inPhaseOrder(named).map(([, status]) => status);
}

function statusesOf(pod: JsonObject, field: 'initContainerStatuses' | 'containerStatuses'): readonly JsonObject[] {
  return objectsAt(objectAt(pod, 'status'), field);
}

function exitCodeOf(pod: JsonObject, container: string): unknown {
  const status = [...statusesOf(pod, 'initContainerStatuses'), ...statusesOf(pod, 'containerStatuses')].find(
    (one) => textAt(one, 'name') === container,
  );
  return objectAt(objectAt(status ?? {}, 'state'), 'terminated')['exitCode'];
}

function reasonOf(pod: JsonObject): string | undefined {
  return textAt(objectAt(pod, 'status'), 'reason');
}

function phaseOf(pod: JsonObject): string | undefined {
  return textAt(objectAt(pod, 'status'), 'phase');
}

/** Differences in the observed parts of a Pod. */
export const POD_DIFFERENCES: readonly Difference[] = [
  {
    id: 'success-once-completion-succeeded',
    amend: ({ pod }) => ({
      pod:
        phaseOf(pod) === 'Failed' && exitCodeOf(pod, 'completion') === 0
          ? withStatus(pod, { phase: 'Succeeded' })
          : pod,
    }),
  },
  {
    id: 'steps-in-their-order',
    amend: ({ pod }) => ({
      pod: withStatus(pod, { containerStatuses: ofPhases(statusesOf(pod, 'containerStatuses')) }),
    }),
  },
  {
    id: 'every-container-may-fail',
    amend: ({ pod }) => ({
      pod: phaseOf(pod) === 'Failed' && exitCodeOf(pod, 'completion') !== 0 ? asInitContainers(pod) : pod,
    }),
  },
  {
    id: 'never-the-deadline',
    amend: ({ pod }) => ({
      pod:
        reasonOf(pod) === 'DeadlineExceeded' && exitCodeOf(pod, 'completion') !== undefined
          ? withStatus(pod, { message: '' })
          : pod,
    }),
  },
];

/** Returns the Pod as if all its containers were phases, in order. */
function asInitContainers(pod: JsonObject): JsonObject {
  const statuses = [...statusesOf(pod, 'initContainerStatuses'), ...statusesOf(pod, 'containerStatuses')];
  return withStatus(pod, { initContainerStatuses: ofPhases(statuses), containerStatuses: [] });
}
