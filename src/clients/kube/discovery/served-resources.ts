import { isJsonList, isJsonObject, type JsonObject } from '../../../core/model/json.ts';
import { groupVersionPath, type Resource } from '../client/resource.ts';
import { isKubeError } from '../kube-error.ts';
import type { CallOptions } from '../transport/kube-request.ts';
import type { Transport } from '../transport/transport.ts';

/** A resource that the API server serves, with its verbs. */
export interface ServedResource extends Resource {
  readonly verbs: readonly string[];
  /** Subresources, such as `status`. */
  readonly subresources: readonly string[];
}

/**
 * Returns the resources of a group version (API discovery), or an empty list if the server does not know the group
 * version.
 */
export async function servedResources(
  transport: Transport,
  groupVersion: Pick<Resource, 'group' | 'version'>,
  options: CallOptions = {},
): Promise<readonly ServedResource[]> {
  const path = groupVersionPath(groupVersion);
  const subject = `resources of ${path.slice(1)}`;
  try {
    return readResources(
      await transport.call({ method: 'GET', path, isIdempotent: true, subject }, options),
      groupVersion,
    );
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return [];
    throw error;
  }
}

/** Reads an `APIResourceList`. It lists subresources as `builds/status`. */
function readResources(
  answer: unknown,
  { group, version }: Pick<Resource, 'group' | 'version'>,
): readonly ServedResource[] {
  const { resources } = isJsonObject(answer) ? answer : {};
  const entries = resources !== undefined && isJsonList(resources) ? resources.filter(isJsonObject) : [];
  const names = entries.map(({ name }) => textOf(name));
  return entries
    .filter(({ name }) => !textOf(name).includes('/'))
    .map((entry) => ({
      group,
      version,
      plural: textOf(entry['name']),
      kind: textOf(entry['kind']),
      isNamespaced: entry['namespaced'] === true,
      verbs: verbsOf(entry),
      subresources: names
        .filter((name) => name.startsWith(`${textOf(entry['name'])}/`))
        .map((name) => name.slice(name.indexOf('/') + 1)),
    }));
}

function verbsOf({ verbs }: JsonObject): readonly string[] {
  return verbs !== undefined && isJsonList(verbs) ? verbs.filter((verb) => typeof verb === 'string') : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
