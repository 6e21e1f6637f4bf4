import { isDeepStrictEqual } from 'node:util';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { Resource } from '../../kube/client/resource.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';

/** The object whose status is written, as far as it is needed for that. */
export interface StatusOwner {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: unknown;
    readonly uid?: unknown;
    readonly resourceVersion?: unknown;
  };
  readonly status?: unknown;
}

/**
 * Writes what of a status is new, in one merge patch, and answers with the object as the server has it then; asks for
 * nothing and answers `undefined` where nothing is new. Rejects with `CONFLICT` where somebody changed the object since
 * it was read: whoever works from a cache that lags must look again.
 */
export async function writeStatus(
  client: Pick<KubeClient, 'patch'>,
  resource: Resource,
  { metadata, status }: StatusOwner,
  next: JsonObject,
): Promise<KubeObject | undefined> {
  const changes = mergePatch(isJsonObject(status) ? status : {}, next);
  if (changes === undefined) return undefined;
  const { name, namespace, resourceVersion } = metadata;
  const patch = { ...(typeof resourceVersion === 'string' && { metadata: { resourceVersion } }), status: changes };
  const place = { name, ...(typeof namespace === 'string' && { namespace }) };
  return client.patch(resource, place, patch, { subresource: 'status' });
}

/** The JSON merge patch (RFC 7386) that makes one object the other; `undefined` where they are equal. */
export function mergePatch(from: JsonObject, to: JsonObject): JsonObject | undefined {
  const gone = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  const changed = Object.entries(to).flatMap(([key, value]) => {
    const before = from[key];
    if (isDeepStrictEqual(before, value)) return [];
    if (!isJsonObject(before) || !isJsonObject(value)) return [[key, value] as const];
    return [[key, mergePatch(before, value) ?? {}] as const];
  });
  const entries = [...gone.map((key) => [key, null] as const), ...changed];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
