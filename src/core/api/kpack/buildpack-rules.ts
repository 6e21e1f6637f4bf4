import { fieldError, type FieldProblem } from '../../model/problem.ts';
import type { Buildpack } from './buildpack.ts';
import type { ClusterBuildpack } from './cluster-buildpack.ts';
import type { ClusterLifecycle } from './cluster-lifecycle.ts';
import type { ClusterStack } from './cluster-stack.ts';
import type { ClusterStore } from './cluster-store.ts';
import { validateImageReference } from './image-reference-rules.ts';

/**
 * Checks `spec.image` of a Buildpack, ClusterBuildpack or ClusterLifecycle by kpack's rule for the first two. For a
 * ClusterLifecycle, kpack accepts any text and then fails to fetch the image.
 */
export function validateSpecImage({ spec }: Buildpack | ClusterBuildpack | ClusterLifecycle): readonly FieldProblem[] {
  return validateImageReference(spec.image, ['spec', 'image']);
}

/** Checks a ClusterStore by kpack's rules (cluster_store_validation.go) that the schema does not express. */
export function validateClusterStore({ spec: { sources } }: ClusterStore): readonly FieldProblem[] {
  if (sources.length === 0) return [fieldError(['spec', 'sources'], 'missing field(s)')];
  return sources.flatMap(({ image }, index) =>
    // kpack prints the whole struct, which Go formats in braces. The schema reports a missing image.
    validateImageReference(image, ['spec', 'sources', index]).flatMap((problem) =>
      image === '' ? [] : [{ ...problem, message: `invalid value: {${image}}` }],
    ),
  );
}

/** Checks a ClusterStack by kpack's rules (cluster_stack_validation.go) that the schema does not express. */
export function validateClusterStack({ spec }: ClusterStack): readonly FieldProblem[] {
  return (['buildImage', 'runImage'] as const).flatMap((field) =>
    validateImageReference(spec[field].image, ['spec', field, 'image']),
  );
}
