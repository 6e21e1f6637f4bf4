import type { KubernetesObject } from '../kubernetes/object.ts';

/** Returns the containers that mount a token of the ServiceAccount or know its cloud identity. */
export function containersWithIdentity(pod: KubernetesObject): readonly string[] {
  const { initContainers = [], containers, volumes = [] } = pod['spec'] as PodSpec;
  const tokens = volumes
    .filter(({ projected }) => projected?.sources.some((source) => 'serviceAccountToken' in source))
    .map(({ name }) => name);
  return [...initContainers, ...containers]
    .filter(
      ({ volumeMounts = [], env = [] }) =>
        volumeMounts.some(({ name }) => tokens.includes(name)) || env.some(({ name }) => /^(?:AWS|AZURE)_/.test(name)),
    )
    .map(({ name }) => name);
}

interface PodSpec {
  readonly initContainers?: readonly PodContainer[];
  readonly containers: readonly PodContainer[];
  readonly volumes?: readonly { readonly name: string; readonly projected?: { readonly sources: readonly object[] } }[];
}

interface PodContainer {
  readonly name: string;
  readonly volumeMounts?: readonly { readonly name: string }[];
  readonly env?: readonly { readonly name: string }[];
}
