import type { Build } from '../api/kpack/build.ts';
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
    ...(tolerations.length > 0 && { tolerations: tolerations }),
    ...(affinity !== undefined && { affinity: affinity }),
    ...(runtimeClassName !== undefined && { runtimeClassName }),
    ...(schedulerName !== '' && { schedulerName }),
    ...(priorityClassName !== '' && { priorityClassName }),
  };
}
