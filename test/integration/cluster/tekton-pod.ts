import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { Container, Volume } from '../../support/workload.ts';

/** Returns the Pod that Tekton creates for a TaskRun. */
export interface TektonPod {
  readonly annotations: Readonly<Record<string, string>>;
  /** By step name. */
  readonly steps: ReadonlyMap<string, Container>;
  readonly volumes: readonly Volume[];
}

export function readTektonPod(pod: KubernetesObject): TektonPod {
  const { containers, volumes } = pod['spec'] as {
    readonly containers: readonly Container[];
    readonly volumes: readonly Volume[];
  };
  const steps = containers.filter(({ name }) => name.startsWith('step-'));
  return {
    annotations: pod.metadata.annotations ?? {},
    steps: new Map(steps.map((container) => [container.name.slice('step-'.length), container])),
    volumes,
  };
}

/** The step's own arguments, which Tekton's entrypoint puts after `--`. */
export function ownArgs({ args = [] }: Container): readonly string[] {
  return args.slice(args.indexOf('--') + 1);
}

/** Returns the names of the Secrets that a container mounts, directly or by projection. */
export function mountedSecrets({ volumeMounts = [] }: Container, volumes: readonly Volume[]): readonly string[] {
  const mounted = volumes.filter(({ name }) => volumeMounts.some((mount) => mount.name === name));
  return mounted
    .flatMap((volume) => [volume, ...(volume.projected?.sources ?? [])])
    .flatMap(({ secret }) => secretName(secret));
}

/** `secretName` for a volume, `name` for a projection. */
function secretName(secret: { readonly secretName?: string; readonly name?: string } | undefined): readonly string[] {
  const name = secret?.secretName ?? secret?.name;
  return name === undefined ? [] : [name];
}
