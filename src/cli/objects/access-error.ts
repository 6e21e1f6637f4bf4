import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { ObjectName, Resource } from '../../clients/kube/client/resource.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { fieldError, type FieldProblem } from '../../core/model/problem.ts';
import { CommandFailure } from '../problems.ts';

/** Returns the resource with its group, such as `images.kpack.io`. */
export function resourceText({ group, plural }: Resource): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** Returns the name of an object of a resource; only namespaced resources take the namespace. */
export function nameIn(resource: Resource, name: string, namespace: string): ObjectName {
  return resource.isNamespaced ? { namespace, name } : { name };
}

/** A request of one verb about a resource, in one namespace or in all. */
export interface Access {
  readonly verb: 'get' | 'list' | 'watch';
  readonly resource: Resource;
  /** Absent for all namespaces. */
  readonly namespace?: string;
}

/**
 * Returns the error of a request that the API server refuses or does not know, with a way to check the permission. Returns other
 * errors as they are.
 */
export function accessError(error: unknown, access: Access): unknown {
  const problem = refusal(error, access) ?? notServed(error, access);
  return problem === undefined ? error : new CommandFailure([problem], 1);
}

/** Returns the problem of a forbidden request, and how to check the permission; `undefined` for other errors. */
export function refusal(error: unknown, { verb, resource, namespace }: Access): FieldProblem | undefined {
  if (!isKubeError(error, 'FORBIDDEN')) return undefined;
  const isEverywhere = resource.isNamespaced && namespace === undefined;
  const place = isEverywhere ? ' -A' : resource.isNamespaced ? ` -n ${namespace}` : '';
  const hint = isEverywhere ? '; use -n NAMESPACE to list one namespace' : '';
  return fieldError(
    [],
    error.message,
    `check it with: kubectl auth can-i ${verb} ${resourceText(resource)}${place}${hint}`,
  );
}

function notServed(error: unknown, { verb, resource }: Access): FieldProblem | undefined {
  if (!isKubeError(error, 'NOT_FOUND') || verb === 'get') return undefined;
  const message = `the cluster does not serve ${resourceText(resource)}: install taskpack, or select another cluster with --context`;
  return fieldError([], message);
}

/**
 * Returns the names of existing objects for a suggestion; none if they cannot be listed. Rejects with `CommandFailure` if the cluster
 * does not serve the resource.
 */
export async function listNames(
  client: Pick<KubeClient, 'list'>,
  resource: Resource,
  namespace: string,
): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    const selection = resource.isNamespaced ? { namespace } : {};
    for await (const { metadata } of client.list(resource, selection)) names.push(metadata.name);
  } catch (error) {
    if (!isKubeError(error)) throw error;
    if (error.code === 'NOT_FOUND') throw accessError(error, { verb: 'list', resource });
  }
  return names;
}
