import type { Build } from '../api/kpack/build.ts';
import { fieldError } from '../model/problem.ts';
import { requireQuantity } from '../model/quantity.ts';
import type { ResourceRequirements } from '../model/resolved-build.ts';
import type { Report } from './report.ts';

/** What one phase asks for; the quantities have been read before. */
export function resolveResources(build: Build, report: Report): ResourceRequirements {
  const { requests = {}, limits = {}, claims = [] } = build.spec.resources ?? {};
  if (claims.length > 0) {
    report(
      fieldError(['spec', 'resources', 'claims'], 'a Build has no resourceClaims that these names could refer to'),
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
