import type { Build } from '../api/kpack/build.ts';
import { fieldError } from '../model/problem.ts';
import { requireQuantity } from '../model/quantity.ts';
import type { Placement, ResourceRequirements } from '../model/resolved-build.ts';
import type { Report } from './report.ts';

/** Resolves the scheduling fields. Empty fields are omitted. */
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
    ...(tolerations.length > 0 && { tolerations }),
    ...(affinity !== undefined && { affinity }),
    ...(runtimeClassName !== undefined && { runtimeClassName }),
    ...(schedulerName !== '' && { schedulerName }),
    ...(priorityClassName !== '' && { priorityClassName }),
  };
}

/** Resolves the resources of each phase. Reports claims, negative quantities, and requests above their limit. */
export function resolveResources(build: Build, report: Report): ResourceRequirements {
  const { requests = {}, limits = {}, claims = [] } = build.spec.resources ?? {};
  if (claims.length > 0) {
    report(
      fieldError(
        ['spec', 'resources', 'claims'],
        'a Build has no resourceClaims, so these names refer to nothing: remove the field',
      ),
    );
  }
  for (const [field, quantities] of Object.entries({ requests, limits })) {
    for (const [name, quantity] of Object.entries(quantities)) {
      if (requireQuantity(quantity).nano >= 0n) continue;
      report(
        fieldError(
          ['spec', 'resources', field, name],
          `invalid value: ${quantity}`,
          'must be greater than or equal to 0',
        ),
      );
    }
  }
  for (const [name, quantity] of Object.entries(requests)) {
    const limit = limits[name];
    if (limit === undefined || requireQuantity(quantity).nano <= requireQuantity(limit).nano) continue;
    const message = `must be less than or equal to ${name} limit of ${limit}`;
    report(fieldError(['spec', 'resources', 'requests', name], `invalid value: ${quantity}`, message));
  }
  return { requests, limits };
}

/** Resolves the timeout of the workload in seconds. Reports a value that a Pod does not allow (core/v1 validation). */
export function resolveActiveDeadline(build: Build, report: Report): number | undefined {
  const seconds = build.spec.activeDeadlineSeconds;
  if (seconds !== undefined && (seconds < 1 || seconds > 2_147_483_647)) {
    const path = ['spec', 'activeDeadlineSeconds'];
    report(fieldError(path, `invalid value: ${seconds}`, 'must be between 1 and 2147483647, inclusive'));
  }
  return seconds;
}
