import type { FieldProblem } from '../../../model/problem.ts';
import type { Buildpack } from '../buildpack.ts';
import type { ClusterBuildpack } from '../cluster-buildpack.ts';
import type { ClusterLifecycle } from '../cluster-lifecycle.ts';
import { validateImageReference } from './validate-image-reference.ts';

/**
 * kpack's rule for a new Buildpack or ClusterBuildpack, as far as the schemas do not say it. Of a ClusterLifecycle kpack
 * takes any text, and then fails to fetch it.
 */
export function validateSpecImage({ spec }: Buildpack | ClusterBuildpack | ClusterLifecycle): readonly FieldProblem[] {
  return validateImageReference(spec.image, ['spec', 'image']);
}
