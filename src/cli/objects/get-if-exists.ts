import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { NamespacedName, Resource } from '../../clients/kube/client/resource.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { accessError } from './access-error.ts';

/** Returns an object; `undefined` if it does not exist. A refusal says how to check the permission. */
export async function getIfExists(
  client: Pick<KubeClient, 'get'>,
  resource: Resource,
  { namespace, name }: NamespacedName,
): Promise<KubeObject | undefined> {
  try {
    return await client.get(resource, { namespace, name });
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return undefined;
    throw accessError(error, { verb: 'get', resource, namespace });
  }
}
