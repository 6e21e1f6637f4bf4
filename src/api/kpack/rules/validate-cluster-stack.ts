import type { FieldProblem } from '../../../model/problem.ts';
import type { ClusterStack } from '../cluster-stack.ts';
import { validateImageReference } from './validate-image-reference.ts';

/** kpack's rules for a new ClusterStack (cluster_stack_validation.go), as far as its schema does not say them. */
export function validateClusterStack({ spec }: ClusterStack): readonly FieldProblem[] {
  return (['buildImage', 'runImage'] as const).flatMap((field) =>
    validateImageReference(spec[field].image, ['spec', field, 'image']),
  );
}
