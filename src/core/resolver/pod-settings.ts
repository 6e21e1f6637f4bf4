import type { Build } from '../api/kpack/build.ts';
import { invalidValue, subdomainFault } from '../api/kubernetes/formats.ts';
import { validateLabels } from '../api/kubernetes/object-meta.ts';
import { validateResources } from '../api/kubernetes/resource-rules.ts';
import { validateAffinity, validateTolerations } from '../api/kubernetes/scheduling-rules.ts';
import { fieldError } from '../model/problem.ts';
import type { Placement, ResourceRequirements } from '../model/resolved-build.ts';
import type { BuilderImage } from './builder-image.ts';
import { resolveNodeSelector } from './node-selector.ts';
import type { Report } from './report.ts';

/** Resolves the scheduling fields. Empty fields are omitted. Reports values that no Pod can have. The builder can be unknown. */
export function resolvePlacement(
  build: Build,
  builder: Pick<BuilderImage, 'reference' | 'architecture'> | undefined,
  report: Report,
): Placement {
  const { metadata, spec } = build;
  const nodeSelector = resolveNodeSelector(spec, builder, report);
  const { tolerations = [], affinity, runtimeClassName, schedulerName = '', priorityClassName = '' } = spec;
  const problems = [
    ...validateLabels(spec.nodeSelector ?? {}, ['spec', 'nodeSelector']),
    ...validateTolerations(tolerations, ['spec', 'tolerations']),
    ...validateAffinity(affinity ?? {}, metadata.labels ?? {}, ['spec', 'affinity']),
    ...Object.entries({ runtimeClassName, priorityClassName: priorityClassName || undefined }).flatMap(
      ([field, name]) => (name === undefined ? [] : invalidValue(['spec', field], name, subdomainFault(name))),
    ),
  ];
  for (const problem of problems) report(problem);
  return {
    ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
    ...(tolerations.length > 0 && { tolerations }),
    ...(affinity !== undefined && { affinity }),
    ...(runtimeClassName !== undefined && { runtimeClassName }),
    ...(schedulerName !== '' && { schedulerName }),
    ...(priorityClassName !== '' && { priorityClassName }),
  };
}

/** Resolves the resources of each phase. Reports claims, and resources that no container can have. */
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
  for (const problem of validateResources({ requests, limits }, ['spec', 'resources'])) report(problem);
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
