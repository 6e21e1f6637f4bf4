import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import type { BuildInputs, Place } from './variants.ts';

/** One idle container for each phase of a Build. */
const IDLE_CONTAINER_NAMES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];

/** One container that downloads the source and runs the lifecycle's `creator`. */
export function creatorPod({ registry, builder, source, runImage }: BuildInputs, place: Place): KubernetesObject {
  const fetch = `wget -q -O /tmp/app.zip '${source}' && unzip -q /tmp/app.zip -d /workspace`;
  const tag = `${registry}/app/${place.namespace}`;
  const create = `exec /cnb/lifecycle/creator -app=/workspace -layers=/layers -run-image='${runImage}' '${tag}'`;
  const volumes = ['workspace', 'layers', 'platform', 'tmp'];
  const container = {
    name: 'creator',
    image: builder,
    command: ['sh', '-c', `${fetch} && ${create}`],
    env: [
      { name: 'CNB_PLATFORM_API', value: '0.9' },
      { name: 'SOURCE_DATE_EPOCH', value: '1700000000' },
    ],
    volumeMounts: volumes.map((name) => ({ name, mountPath: `/${name}` })),
  };
  return pod(place, { containers: [container], volumes: volumes.map((name) => ({ name, emptyDir: {} })) });
}

/** One idle container. */
export function idlePod({ builder }: BuildInputs, place: Place): KubernetesObject {
  return pod(place, { containers: IDLE_CONTAINER_NAMES.slice(0, 1).map((name) => idle(name, builder)) });
}

/** Idle regular containers. */
export function idleContainersPod({ builder }: BuildInputs, place: Place): KubernetesObject {
  return pod(place, { containers: IDLE_CONTAINER_NAMES.map((name) => idle(name, builder)) });
}

/** Idle init containers. */
export function idleInitPod({ builder }: BuildInputs, place: Place): KubernetesObject {
  const containers = IDLE_CONTAINER_NAMES.map((name) => idle(name, builder));
  return pod(place, { initContainers: containers.slice(0, -1), containers: containers.slice(-1) });
}

/** Idle steps. */
export function idleTaskRun(inputs: BuildInputs, metadata: Place): KubernetesObject {
  return stepsTaskRun(inputs, metadata, ['true']);
}

/**
 * Idle steps, except that the first takes the minimum time of prepare. Each step polls once a second, slightly later than the step before it. If a step takes longer than this offset, the next step waits for its next poll.
 */
export function almostIdleTaskRun(inputs: BuildInputs, metadata: Place): KubernetesObject {
  return stepsTaskRun(inputs, metadata, ['sleep', '0.2']);
}

function stepsTaskRun({ builder }: BuildInputs, metadata: Place, first: readonly string[]): KubernetesObject {
  const steps = IDLE_CONTAINER_NAMES.map((name, index) => ({
    ...idle(name, builder),
    ...(index === 0 && { command: first }),
  }));
  return { apiVersion: 'tekton.dev/v1', kind: 'TaskRun', metadata, spec: { taskSpec: { steps } } };
}

function idle(name: string, image: string): object {
  return { name, image, command: ['true'] };
}

/** The user of a Build's Pod. */
function pod(metadata: Place, spec: object): KubernetesObject {
  const { uid, gid } = STACK.build;
  const securityContext = { runAsUser: uid, runAsGroup: gid, fsGroup: gid };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { restartPolicy: 'Never', automountServiceAccountToken: false, securityContext, ...spec },
  };
}
