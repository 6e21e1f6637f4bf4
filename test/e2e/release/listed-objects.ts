import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';

/** Kubernetes itself creates these: Events at any time, and an APIService for each version of a definition. */
const OF_KUBERNETES = new Set(['events', 'events.events.k8s.io', 'apiservices.apiregistration.k8s.io']);

const LINE = '{range .items[*]}{.kind} {.metadata.namespace}/{.metadata.name}{"\\n"}{end}';

/** Returns all objects of a cluster, such as `ConfigMap taskpack/settings`, except those of the namespaces and of kpack's kinds. */
export async function listedObjects(
  cluster: NodeCluster,
  { except }: { readonly except: readonly string[] },
): Promise<ReadonlySet<string>> {
  const printed = await kubectlOutput(cluster, ['api-resources', '--cached=false', '--verbs=list', '-o', 'name']);
  const kinds = printed
    .trim()
    .split('\n')
    .filter((kind) => !OF_KUBERNETES.has(kind) && !kind.endsWith('.kpack.io'));
  const lines = await kubectlOutput(cluster, ['get', kinds.join(','), '-A', '-o', `jsonpath=${LINE}`]);
  const excluded = [...except.map((namespace) => ` ${namespace}/`), ...except.map((name) => `Namespace /${name}`)];
  return new Set(
    lines
      .trim()
      .split('\n')
      .filter((line) => !excluded.some((part) => line.includes(part))),
  );
}

/** Returns the objects that the second list has and the first one lacks, in alphabetical order. */
export function added(before: ReadonlySet<string>, after: ReadonlySet<string>): readonly string[] {
  return [...after].filter((object) => !before.has(object)).toSorted();
}
