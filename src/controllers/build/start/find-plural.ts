import { servedResources } from '../../../kube/discovery/served-resources.ts';
import type { Transport } from '../../../kube/transport/transport.ts';
import { parseApiVersion } from '../../../model/api-version.ts';

/** Which resource objects of a kind are (its plural); `undefined` where the API server has none of that kind. */
export type FindPlural = (apiVersion: string, kind: string, signal: AbortSignal) => Promise<string | undefined>;

/** Asks the API server each time: few Builds bind services of other kinds. */
export function pluralFinder(transport: Transport): FindPlural {
  return async (apiVersion, kind, signal) => {
    const groupVersion = parseApiVersion(apiVersion);
    if (groupVersion === undefined) return undefined;
    const served = await servedResources(transport, groupVersion, { signal });
    return served.find((resource) => resource.kind === kind)?.plural;
  };
}
