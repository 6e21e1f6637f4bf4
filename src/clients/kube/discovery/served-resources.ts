import { fields, flag, json, list, text, texts } from '../../../core/model/objects/reader.ts';
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

/** Reads an `APIResourceList` (meta/v1). It lists subresources as `builds/status`. */
const asResourceList = fields({ resources: list(fields({ name: text, kind: text, namespaced: flag, verbs: texts })) });

function readResources(
  answer: unknown,
  { group, version }: Pick<Resource, 'group' | 'version'>,
): readonly ServedResource[] {
  const { resources } = asResourceList(json(answer));
  const names = resources.map(({ name = '' }) => name);
  return resources
    .filter(({ name = '' }) => !name.includes('/'))
    .map(({ name: plural = '', kind = '', namespaced, verbs }) => ({
      group,
      version,
      plural,
      kind,
      isNamespaced: namespaced,
      verbs,
      subresources: names
        .filter((name) => name.startsWith(`${plural}/`))
        .map((name) => name.slice(name.indexOf('/') + 1)),
    }));
}
