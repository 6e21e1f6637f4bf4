import type { KubeClient } from '../clients/kube/client/kube-client.ts';
import { keyOf, type KubeObject } from '../clients/kube/client/kube-object.ts';
import type { Resource } from '../clients/kube/client/resource.ts';
import {
  BUILDS,
  CUSTOM_RESOURCE_DEFINITIONS,
  IMAGES,
  KPACK_RESOURCES,
  SOURCE_RESOLVERS,
} from '../clients/kube/client/resources.ts';
import { ignoreKubeErrors } from '../clients/kube/kube-error.ts';
import { boundedNames } from '../core/model/bounded-messages.ts';
import { asDefinition } from '../core/model/objects/definition.ts';
import { fields, list, text, textMap } from '../core/model/objects/reader.ts';
import { listServed } from './object-counts.ts';

/** The kinds that kpack has in v1alpha1. */
const KINDS: readonly Resource[] = [
  IMAGES,
  BUILDS,
  KPACK_RESOURCES.Builder,
  SOURCE_RESOLVERS,
  KPACK_RESOURCES.ClusterBuilder,
  KPACK_RESOURCES.ClusterStore,
  KPACK_RESOURCES.ClusterStack,
];
const V1ALPHA1 = 'kpack.io/v1alpha1';
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
/** The manager of the fields that `kubectl apply` writes together with the annotation. */
const CLIENT_SIDE_APPLY = 'kubectl-client-side-apply';
const SHOWN = 10;

const asApplied = fields({ annotations: textMap, managedFields: list(fields({ apiVersion: text, manager: text })) });

/**
 * Returns a line for the objects that were written in v1alpha1, because the API server can refuse their next apply. A second line names
 * the definitions that can have objects stored in v1alpha1. Rejects with `KubeError`.
 */
export async function v1alpha1Lines(client: Pick<KubeClient, 'get' | 'list'>): Promise<readonly string[]> {
  const applied: string[] = [];
  const stored: string[] = [];
  for (const resource of KINDS) {
    for await (const object of listServed(client, resource)) {
      if (isWrittenInV1alpha1(object)) applied.push(`${resource.kind} ${keyOf(object)}`);
    }
    const name = `${resource.plural}.${resource.group}`;
    const definition = await client
      .get(CUSTOM_RESOURCE_DEFINITIONS, { name })
      .catch(ignoreKubeErrors('NOT_FOUND', 'FORBIDDEN'));
    if (asDefinition(definition).status.storedVersions.includes('v1alpha1')) stored.push(name);
  }
  return [
    ...(applied.length === 0
      ? []
      : [
          `written in v1alpha1: ${boundedNames(applied, SHOWN)}. Convert their files before the next apply: taskpack convert -f FILE`,
        ]),
    ...(stored.length === 0
      ? []
      : [
          `possibly stored in v1alpha1: objects of ${stored.join(', ')}. Store them again while kpack's webhook runs (docs/how-to/upgrade-the-controller.md#migrate-stored-objects)`,
        ]),
  ];
}

/**
 * True if a client wrote the object in v1alpha1, by its managed fields or kubectl's annotation. The annotation has the newest version
 * of the file. The managed fields keep v1alpha1 after `kubectl apply` of a converted file, for the fields that did not change.
 */
function isWrittenInV1alpha1({ metadata }: KubeObject): boolean {
  const { annotations, managedFields } = asApplied(metadata);
  const annotation = annotations.raw[LAST_APPLIED];
  const isApplied = typeof annotation === 'string';
  return (
    managedFields.some(
      ({ apiVersion, manager }) => apiVersion === V1ALPHA1 && !(isApplied && manager === CLIENT_SIDE_APPLY),
    ) ||
    (isApplied && annotation.includes(`"apiVersion":"${V1ALPHA1}"`))
  );
}
