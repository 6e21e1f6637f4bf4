import { parseImageReference } from '../../../model/image-reference.ts';
import { fieldError, type FieldProblem } from '../../../model/problem.ts';
import type { ClusterStore } from '../cluster-store.ts';

/** kpack's rules for a new ClusterStore (cluster_store_validation.go), as far as its schema does not say them. */
export function validateClusterStore({ spec: { sources } }: ClusterStore): readonly FieldProblem[] {
  if (sources.length === 0) return [fieldError(['spec', 'sources'], 'missing field(s)')];
  return sources.flatMap(({ image }, index) =>
    // The braces are Go's way to print the whole source.
    parseImageReference(image) === undefined
      ? [fieldError(['spec', 'sources', index], `invalid value: {${image}}`)]
      : [],
  );
}
