import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import { NAMESPACES } from '../../clients/kube/client/resources.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';

/** Returns a clause that says that a namespace does not exist; `undefined` if it exists, or the user may not read it. */
export async function missingNamespace(
  client: Pick<KubeClient, 'get'>,
  namespace: string,
): Promise<string | undefined> {
  try {
    await client.get(NAMESPACES, { name: namespace });
    return undefined;
  } catch (error) {
    if (!isKubeError(error)) throw error;
    return error.code === 'NOT_FOUND' ? `namespace ${namespace} does not exist` : undefined;
  }
}
