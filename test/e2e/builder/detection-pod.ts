import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { STACK } from '../../cluster/universe/stack.ts';

/** What to detect, and with what. */
export interface DetectionRequest {
  /** Of the pod. */
  readonly name: string;
  /** The reference of a builder image that was pushed. */
  readonly builder: string;
  /** The application's image, which is not made: analysis asks whether it might be. */
  readonly tag: string;
  readonly platformApi: string;
  /** Files of the application. */
  readonly app: readonly string[];
}

/** A pod that runs a builder's own analyzer and detector, and tells what they have written. */
export function detectionPod({ name, builder, tag, platformApi, app }: DetectionRequest): KubernetesObject {
  const { uid, gid } = STACK.build;
  const container = (phase: string, command: readonly string[]): object => ({
    name: phase,
    image: builder,
    command,
    env: [{ name: 'CNB_PLATFORM_API', value: platformApi }],
    volumeMounts: VOLUMES.map((volume) => ({ name: volume, mountPath: `/${volume}` })),
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 1,
      securityContext: { runAsUser: uid, runAsGroup: gid, fsGroup: gid },
      initContainers: [
        container('app', shell('cd /workspace; for file; do echo world > "$file"; done', app)),
        container('analyze', ['/cnb/lifecycle/analyzer', tag]),
        container('detect', ['/cnb/lifecycle/detector']),
      ],
      containers: [
        container('analyzed', shell('cat /layers/analyzed.toml > /dev/termination-log')),
        container('group', shell('cat /layers/group.toml > /dev/termination-log')),
      ],
      volumes: VOLUMES.map((volume) => ({ name: volume, emptyDir: {} })),
    },
  };
}

const VOLUMES = ['layers', 'workspace'];

function shell(script: string, args: readonly string[] = []): readonly string[] {
  return ['sh', '-c', script, 'sh', ...args];
}
