import type { Build } from '../api/kpack/build.ts';
import type { JsonObject } from '../model/json.ts';
import type { Placement } from '../model/resolved-build.ts';

/** Where the workload runs; what is empty says nothing. */
export function resolvePlacement({ spec }: Build): Placement {
  const {
    nodeSelector = {},
    tolerations = [],
    affinity,
    runtimeClassName,
    schedulerName = '',
    priorityClassName = '',
  } = spec;
  return {
    ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
    // Read by schemas of JSON, so these are JSON.
    ...(tolerations.length > 0 && { tolerations: tolerations as readonly JsonObject[] }),
    ...(affinity !== undefined && { affinity: affinity as JsonObject }),
    ...(runtimeClassName !== undefined && { runtimeClassName }),
    ...(schedulerName !== '' && { schedulerName }),
    ...(priorityClassName !== '' && { priorityClassName }),
  };
}
