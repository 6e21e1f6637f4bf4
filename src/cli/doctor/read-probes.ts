import { PODS, TASK_RUNS } from '../../clients/kube/client/resources.ts';
import { largestImage, probeObjects, type ProbeObjects } from '../../insight/doctor/probe-build.ts';
import {
  enforcedLevel,
  hasDummySidecar,
  hasFlag,
  knownFeatures,
  settingsOf,
  valueOr,
} from '../../insight/doctor/used-workload.ts';
import type {
  ControllerFacts,
  DryRun,
  NamespaceFacts,
  PodProbe,
  Probes,
  Read,
  TektonFacts,
} from '../../insight/doctor/cluster-facts.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import type { TaskpackImages } from '../../core/model/build-policy.ts';
import { asImage } from '../../core/model/objects/image.ts';
import type { Manifest } from '../../core/model/kubernetes-object.ts';
import { canI, readFact } from './read-fact.ts';

/** The facts that the dry runs depend on. */
export interface Known {
  readonly controller: ControllerFacts;
  readonly tekton: TektonFacts;
  readonly namespace: NamespaceFacts;
}

/** Creates the objects of a Build in dry runs, which store nothing. */
export async function readProbes(
  client: Pick<KubeClient, 'create'>,
  known: Known,
  defaults: TaskpackImages,
): Promise<Probes> {
  const image = largestImage(valueOr(known.namespace.images, []).map(asImage));
  const objects = probeObjects(image, { ...optionsOf(known, defaults), namespace: known.namespace.name });
  const isServed = valueOr(known.tekton.isServed, false);
  const [taskRun, pods] = await Promise.all([
    isServed ? dryRun(client, TASK_RUNS, objects.taskRun) : undefined,
    podProbes(client, objects, isServed),
  ]);
  const name = image?.metadata.name;
  return { ...(name !== undefined && { image: name }), ...(taskRun !== undefined && { taskRun }), pods };
}

function optionsOf(known: Known, defaults: TaskpackImages) {
  const settings = settingsOf(known.controller);
  return {
    images: {
      steps: settings.get('STEPS_IMAGE') ?? defaults.steps,
      entrypoint: settings.get('ENTRYPOINT_IMAGE') ?? defaults.entrypoint,
    },
    hasDummySidecar: hasDummySidecar(known),
    tektonFeatures: knownFeatures(known),
    // If the flags are not known, a missing field would be blamed on Tekton without proof.
    setsSecurityContext:
      known.tekton.flags.kind === 'unread' ||
      enforcedLevel(known) === undefined ||
      hasFlag(known, 'set-security-context'),
  };
}

async function podProbes(
  client: Pick<KubeClient, 'create'>,
  { pods }: ProbeObjects,
  isServed: boolean,
): Promise<Probes['pods']> {
  const [taskrun, podInit, podContainers] = await Promise.all([
    isServed ? podProbe(client, pods.taskrun) : undefined,
    podProbe(client, pods['pod-init']),
    podProbe(client, pods['pod-containers']),
  ]);
  return { ...(taskrun !== undefined && { taskrun }), 'pod-init': podInit, 'pod-containers': podContainers };
}

async function podProbe(client: Pick<KubeClient, 'create'>, sent: Manifest): Promise<Read<PodProbe>> {
  const answer = await dryRun(client, PODS, sent);
  return answer.kind === 'unread' ? answer : { kind: 'read', value: { sent, answer: answer.value } };
}

/** RBAC refuses with 403, as admission does, but in other words (apiserver, responsewriters.Forbidden). */
const RBAC_DENIAL = /cannot create resource/;

async function dryRun(client: Pick<KubeClient, 'create'>, resource: Resource, object: Manifest): Promise<Read<DryRun>> {
  const { namespace } = object.metadata;
  return readFact(
    async (): Promise<DryRun> => {
      try {
        return {
          kind: 'admitted',
          object: await client.create(resource, object, { dryRun: true, retries: 1 }),
        };
      } catch (error) {
        if (!isKubeError(error, ...REFUSALS) || RBAC_DENIAL.test(error.message)) throw error;
        return { kind: 'refused', message: error.message.replace(`${error.subject}: `, '') };
      }
    },
    canI('create', resource, namespace),
  );
}

/** A webhook that does not answer is `UNAVAILABLE`. */
const REFUSALS = ['FORBIDDEN', 'REFUSED', 'INVALID', 'CONFLICT', 'ALREADY_EXISTS', 'NOT_FOUND', 'UNAVAILABLE'] as const;
