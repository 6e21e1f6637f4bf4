import type { FieldPath } from '../model/problem.ts';

/** Where in an Image a field of its Build comes from. */
export function imagePath(path: FieldPath): FieldPath {
  const [head, field, ...rest] = path;
  if (head !== 'spec' || field === undefined) return ['metadata'];
  if (field === 'tags') return ['spec', 'tag'];
  if (field === 'builder' || field === 'runImage') return ['spec', 'builder'];
  if (field === 'activeDeadlineSeconds') return ['spec', 'build', 'buildTimeout'];
  if (field === 'cache' && rest[0] === 'volume') return ['spec', 'cache', 'volume'];
  return BUILD_FIELDS.has(field) ? ['spec', 'build', field, ...rest] : path;
}

const BUILD_FIELDS: ReadonlySet<string | number> = new Set([
  'services',
  'cnbBindings',
  'env',
  'resources',
  'tolerations',
  'nodeSelector',
  'affinity',
  'runtimeClassName',
  'schedulerName',
  'creationTime',
]);
