import type { JsonObject } from '../../model/json.ts';

/** A rule of a role (`PolicyRule` of rbac.authorization.k8s.io/v1). */
export interface Rule extends JsonObject {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** May read and watch, which is what a cache does. */
export const WATCHED = ['get', 'list', 'watch'] as const;

/** A rule for one API group. */
export function rule(
  apiGroup: string,
  resources: readonly string[],
  verbs: readonly string[],
  resourceNames: readonly string[] = [],
): Rule {
  return { apiGroups: [apiGroup], resources, verbs, ...(resourceNames.length > 0 && { resourceNames }) };
}
