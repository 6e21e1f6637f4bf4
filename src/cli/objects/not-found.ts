import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { NamespacedName, Resource } from '../../clients/kube/client/resource.ts';
import { alternatives } from '../../core/model/alternatives.ts';
import { closestMatch } from '../../core/model/closest-match.ts';
import { fieldError, type FieldProblem } from '../../core/model/problem.ts';
import { missingNamespace } from './missing-namespace.ts';
import { listNames, resourceText } from './access-error.ts';

/**
 * Returns the problem of a name that no object of the resources has, with a similar name that exists, or the problem of a namespace that
 * does not exist. Rejects with `CommandFailure` if the cluster does not serve a resource.
 */
export async function notFound(
  client: Pick<KubeClient, 'get' | 'list'>,
  resources: readonly Resource[],
  { namespace, name }: NamespacedName,
): Promise<FieldProblem> {
  const isNamespaced = resources.some((resource) => resource.isNamespaced);
  const missing = isNamespaced ? await missingNamespace(client, namespace) : undefined;
  if (missing !== undefined) return fieldError([], missing);
  const names = await Promise.all(resources.map(async (resource) => listNames(client, resource, namespace)));
  const similar = closestMatch(name, names.flat());
  const types = alternatives(resources.map(resourceText));
  const where = isNamespaced ? ` in namespace ${namespace}` : '';
  return fieldError([], `${types} "${name}" not found${where}`, similar && `did you mean ${similar}?`);
}
