import type { FieldPath, FieldProblem } from '../../../model/problem.ts';

/** kpack's rule for the caches of Builds and Images: one kind at most. */
export function validateCache(
  cache: { readonly volume?: unknown; readonly registry?: unknown } | undefined,
  path: FieldPath,
): readonly FieldProblem[] {
  if (cache?.volume === undefined || cache.registry === undefined) return [];
  return [
    {
      severity: 'error',
      paths: [
        [...path, 'registry'],
        [...path, 'volume'],
      ],
      message: 'only one type of cache can be specified',
    },
  ];
}
