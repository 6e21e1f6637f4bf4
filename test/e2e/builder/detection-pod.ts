import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { STACK } from '../../cluster/universe/stack.ts';

/** The input of a detection. */
export interface DetectionRequest {
  /** The Pod's name. */
  readonly name: string;
  /** The reference of a builder image that was pushed. */
  readonly builder: string;
  /** The application image's tag. No such image exists: the analyzer only checks the access. */
  readonly tag: string;
  readonly platformApi: string;
  /** The names of the application's files. */
  readonly app: readonly string[];
}

/** Returns a Pod that runs a builder's analyzer and detector and logs the files that they write. */
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
