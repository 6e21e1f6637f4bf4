import { FIELD_MANAGER } from '../../cluster/kubernetes/api-client.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';

/** Kubernetes itself creates these: Events at any time, and an APIService for each version of a definition. */
const OF_KUBERNETES = new Set(['events', 'events.events.k8s.io', 'apiservices.apiregistration.k8s.io']);

const FIELDS = [
  '{.kind}',
  '{.metadata.namespace}',
  '{.metadata.name}',
  '{.metadata.managedFields[*].manager}',
  '{.metadata.ownerReferences[0].kind}',
];
const LINE = `{range .items[*]}${FIELDS.join(',')}{"\\n"}{end}`;

interface Listed {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The field managers, separated by spaces. */
  readonly managers: string;
  readonly owner: string;
}

/**
 * Returns the objects of a cluster, such as `ConfigMap taskpack/settings`. Leaves out kpack's kinds and the objects of tests that run
 * meanwhile: what the bed's client has created, namespaces with all their objects included, and what these objects own.
 */
export async function listedObjects(cluster: NodeCluster): Promise<ReadonlySet<string>> {
  const printed = await kubectlOutput(cluster, ['api-resources', '--cached=false', '--verbs=list', '-o', 'name']);
  const kinds = printed
    .trim()
    .split('\n')
    .filter((kind) => !OF_KUBERNETES.has(kind) && !kind.endsWith('.kpack.io'));
  const lines = await kubectlOutput(cluster, ['get', kinds.join(','), '-A', '-o', `jsonpath=${LINE}`]);
  const all = lines.trim().split('\n').map(parse);
  const ofTests = new Set(all.filter((object) => object.kind === 'Namespace' && isOfTests(object)).map(nameOf));
  return new Set(
    all
      .filter((object) => !isOfTests(object) && !ofTests.has(object.namespace) && !isOwnedByTests(object))
      .map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`),
  );
}

function parse(line: string): Listed {
  const [kind = '', namespace = '', name = '', managers = '', owner = ''] = line.split(',');
  return { kind, namespace, name, managers, owner };
}

function isOfTests({ managers }: Listed): boolean {
  return managers.split(' ').includes(FIELD_MANAGER);
}

/** True for the Pods of a TaskRun in `default`, for example. An installation has no object there that owns another one. */
function isOwnedByTests({ namespace, owner }: Listed): boolean {
  return owner !== '' && namespace === 'default';
}

function nameOf({ name }: Listed): string {
  return name;
}

/** Returns the objects that the second list has and the first one lacks, in alphabetical order. */
export function added(before: ReadonlySet<string>, after: ReadonlySet<string>): readonly string[] {
  return [...after].filter((object) => !before.has(object)).toSorted();
}
