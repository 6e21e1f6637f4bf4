import type { Read } from '../../insight/doctor/cluster-facts.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Selection } from '../../clients/kube/client/list.ts';
import type { ObjectName, Resource } from '../../clients/kube/client/resource.ts';
import { isKubeError, KubeError } from '../../clients/kube/kube-error.ts';
import { resourceText } from '../objects/access-error.ts';

/** Runs a request. A request that the API server denies or cannot answer is a fact that is not known. */
export async function readFact<T>(work: () => Promise<T>, check?: string): Promise<Read<T>> {
  try {
    return { kind: 'read', value: await work() };
  } catch (error) {
    if (!(error instanceof KubeError) || isFatal(error)) throw error;
    const isForbidden = error.code === 'FORBIDDEN' && check !== undefined;
    return { kind: 'unread', why: isForbidden ? `your permissions do not allow this check (${check})` : error.message };
  }
}

/** Without a connection or a login, no check can be made. */
function isFatal(error: KubeError): boolean {
  return isKubeError(error, 'CONFIGURATION', 'CREDENTIALS', 'UNREACHABLE', 'TLS', 'UNAUTHORIZED');
}

/** Reads an object, which may be absent. */
export async function readOne(
  client: Pick<KubeClient, 'get'>,
  resource: Resource,
  name: ObjectName,
): Promise<Read<KubeObject | undefined>> {
  return readFact(
    async () => client.get(resource, name).catch((error: unknown) => absent(error)),
    canI('get', resource, name.namespace, name.name),
  );
}

/** Lists objects, all or those with labels. A resource that the cluster does not serve has none. */
export async function readAll(
  client: Pick<KubeClient, 'list'>,
  resource: Resource,
  namespace?: string,
  labelSelector?: string,
): Promise<Read<readonly KubeObject[]>> {
  return readSelected(client, resource, {
    ...(namespace !== undefined && { namespace }),
    ...(labelSelector !== undefined && { labelSelector }),
  });
}

/** Lists the selected objects, as `readAll` does. */
export async function readSelected(
  client: Pick<KubeClient, 'list'>,
  resource: Resource,
  selection: Selection,
): Promise<Read<readonly KubeObject[]>> {
  return readFact(
    async () => {
      const objects: KubeObject[] = [];
      try {
        for await (const object of client.list(resource, selection)) {
          objects.push(object);
        }
      } catch (error) {
        absent(error);
      }
      return objects;
    },
    canI('list', resource, selection.namespace),
  );
}

function absent(error: unknown): undefined {
  if (isKubeError(error, 'NOT_FOUND')) return undefined;
  throw error;
}

/** Returns the command that checks a permission. */
export function canI(verb: string, resource: Resource, namespace: string | undefined, name?: string): string {
  const object = name === undefined ? resourceText(resource) : `${resourceText(resource)}/${name}`;
  return `kubectl auth can-i ${verb} ${object}${namespace === undefined ? '' : ` -n ${namespace}`}`;
}
