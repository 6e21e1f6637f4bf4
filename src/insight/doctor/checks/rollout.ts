import type { JsonObject } from '../../../core/model/json.ts';
import { fields, list, number, text } from '../../../core/model/objects/reader.ts';
import { boundedLine, boundedNames } from '../../../core/model/bounded-messages.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { valueOr } from '../used-workload.ts';
import type { ClusterFacts, ControllerFacts } from '../cluster-facts.ts';

const asDeployment = fields({
  metadata: fields({ name: text, generation: number }),
  spec: fields({ replicas: number }),
  status: fields({ observedGeneration: number, replicas: number, updatedReplicas: number, availableReplicas: number }),
});

type Deployment = ReturnType<typeof asDeployment>;

const asPod = fields({
  metadata: fields({ name: text }),
  status: fields({
    containerStatuses: list(fields({ state: fields({ waiting: fields({ reason: text, message: text }) }) })),
  }),
});

/** Checks that all Pods of the controller run the last version of its Deployment: the leader can be an older version. */
export function checkRollout({ controller }: ClusterFacts): readonly Finding[] {
  return whenRead('rollout', controller.deployment, 'the rollout of the controller', (deployment) =>
    deployment === undefined ? [] : [rollout(asDeployment(deployment), controller)],
  );
}

function rollout(deployment: Deployment, { namespace, pods }: ControllerFacts): Finding {
  const { name = '' } = deployment.metadata;
  const unfinished = unfinishedRollout(deployment);
  if (unfinished === undefined) return ok('rollout', 'All Pods of the controller run its last version.');
  const waiting = valueOr(pods, []).flatMap(waitingPod);
  const causes = waiting.length === 0 ? '' : ` ${boundedNames(waiting.map(({ sentence }) => sentence))}.`;
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
function unfinishedRollout({ metadata, spec, status }: Deployment): string | undefined {
  const { replicas: wanted = 0 } = spec;
  // A status leaves out the fields that are 0.
  const { replicas = 0, updatedReplicas: updated = 0, availableReplicas: available = 0 } = status;
  if ((metadata.generation ?? 0) > (status.observedGeneration ?? 0)) {
    return 'Kubernetes has not observed the last change';
  }
  if (updated < wanted) return `${updated} of ${wanted} Pods have the last version`;
  if (replicas > updated) return 'Pods of an older version still run';
  return available < updated ? `${available} of ${updated} Pods are available` : undefined;
}

/** States of a container that starts in the usual way. */
const STARTING: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

function waitingPod(pod: JsonObject): readonly { readonly name: string; readonly sentence: string }[] {
  const { metadata, status } = asPod(pod);
  const { name = '' } = metadata;
  return status.containerStatuses.flatMap(({ state }) => {
    const { reason, message } = state.waiting;
    if (reason === undefined || STARTING.has(reason)) return [];
    const details = message === undefined ? '' : `: ${boundedLine(message, 200)}`;
    return [{ name, sentence: `Pod ${name} waits: ${reason}${details}` }];
  });
}
