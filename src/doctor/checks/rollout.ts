import { objectAt, objectsAt, textAt } from '../../model/json-field.ts';
import type { JsonObject } from '../../model/json.ts';
import { boundedLine, boundedNames } from '../../model/bounded-messages.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { valueOr } from '../used-workload.ts';
import type { ClusterFacts, ControllerFacts } from '../cluster-facts.ts';

/** Checks that all Pods of the controller run the last version of its Deployment: the leader can be an older version. */
export function checkRollout({ controller }: ClusterFacts): readonly Finding[] {
  return whenRead('rollout', controller.deployment, 'the rollout of the controller', (deployment) =>
    deployment === undefined ? [] : [rollout(deployment, controller)],
  );
}

function rollout(deployment: JsonObject, { namespace, pods }: ControllerFacts): Finding {
  const name = textAt(objectAt(deployment, 'metadata'), 'name') ?? '';
  const unfinished = unfinishedRollout(deployment);
  if (unfinished === undefined) return ok('rollout', 'All Pods of the controller run its last version.');
  const waiting = valueOr(pods, []).flatMap(waitingPod);
  const causes = waiting.length === 0 ? '' : ` ${boundedNames(waiting.map(({ text }) => text))}.`;
  const failing = waiting[0]?.name;
  return found(
    'rollout',
    'warning',
    `The rollout of the Deployment ${name} is not finished: ${unfinished}.${causes} Changed settings and a new version have no effect yet.`,
    failing === undefined
      ? `Check its Pods: kubectl get pods -n ${namespace}, kubectl describe deployment ${name} -n ${namespace}`
      : `Read why the Pod fails: kubectl logs ${failing} -n ${namespace} --previous, kubectl describe pod ${failing} -n ${namespace}`,
  );
}

/** Returns what is missing, by the rules of `kubectl rollout status`, or `undefined` if nothing is. */
function unfinishedRollout(deployment: JsonObject): string | undefined {
  const status = objectAt(deployment, 'status');
  const wanted = number(objectAt(deployment, 'spec'), 'replicas');
  const updated = number(status, 'updatedReplicas');
  const available = number(status, 'availableReplicas');
  if (number(objectAt(deployment, 'metadata'), 'generation') > number(status, 'observedGeneration')) {
    return 'Kubernetes has not observed the last change';
  }
  if (updated < wanted) return `${updated} of ${wanted} Pods have the last version`;
  if (number(status, 'replicas') > updated) return 'Pods of an older version still run';
  return available < updated ? `${available} of ${updated} Pods are available` : undefined;
}

/** A status leaves out the fields that are 0. */
function number(object: JsonObject, field: string): number {
  const value = object[field];
  return typeof value === 'number' ? value : 0;
}

/** States of a container that starts in the usual way. */
const STARTING: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

function waitingPod(pod: JsonObject): readonly { readonly name: string; readonly text: string }[] {
  const name = textAt(objectAt(pod, 'metadata'), 'name') ?? '';
  return objectsAt(objectAt(pod, 'status'), 'containerStatuses').flatMap((container) => {
    const { reason, message } = waitOf(container);
    if (reason === undefined || STARTING.has(reason)) return [];
    const details = message === undefined ? '' : `: ${boundedLine(message, 200)}`;
    return [{ name, text: `Pod ${name} waits: ${reason}${details}` }];
  });
}

function waitOf(container: JsonObject): {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
} {
  const waiting = objectAt(objectAt(container, 'state'), 'waiting');
  return { reason: textAt(waiting, 'reason'), message: textAt(waiting, 'message') };
}
