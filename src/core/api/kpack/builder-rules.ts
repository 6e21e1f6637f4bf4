import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';
import type { Builder, BuilderOrder } from './builder.ts';
import type { ClusterBuilder } from './cluster-builder.ts';
import { validateKind } from './kind-rules.ts';
import { validateImageReference, validateTag } from './image-reference-rules.ts';

/**
 * Checks a Builder or ClusterBuilder by kpack's rules (builder_validation.go) that the schemas do not express. Messages
 * are kpack's. kpack omits `spec.` from the paths of a ClusterBuilder. taskpack reports full paths.
 */
export function validateBuilder({ spec }: Builder | ClusterBuilder): readonly FieldProblem[] {
  return [
    ...validateTag(spec.tag, ['spec', 'tag']),
    ...validateKind(spec.stack.kind ?? '', ['ClusterStack'], ['spec', 'stack', 'kind']),
    ...validateStore(spec.store),
    ...validateOrder(spec.order ?? [], ['spec', 'order']),
  ];
}

function validateStore(store: Builder['spec']['store'] | ClusterBuilder['spec']['store']): readonly FieldProblem[] {
  const { kind = '', name } = store ?? {};
  if (kind === '' && name === undefined) return [];
  return validateResource(name, kind, ['ClusterStore'], ['spec', 'store']);
}

type Reference = NonNullable<BuilderOrder[number]['group']>[number];

const KINDS: readonly string[] = ['Buildpack', 'ClusterBuildpack'];

/**
 * Checks the order of a builder by kpack's rules. Accepts references by image (kpack's RFC 0009), which kpack rejects.
 */
function validateOrder(order: BuilderOrder, path: FieldPath): readonly FieldProblem[] {
  return order.flatMap(({ group = [] }, entry) =>
    group.flatMap((reference, index) => validateReference(reference, [...path, entry, 'group', index])),
  );
}

function validateReference(reference: Reference, path: FieldPath): readonly FieldProblem[] {
  const { id, name, kind, image } = reference;
  if (image !== undefined) return [...validateImageReference(image, [...path, 'image']), ...onlyImage(reference, path)];
  if (name !== undefined || kind !== undefined) return validateResource(name, kind ?? '', KINDS, path);
  return id === undefined ? [neither(path)] : [];
}

// An image identifies the buildpack, so `optional` is the only other field that an entry may set.
function onlyImage(
  { image: _image, optional: _optional, ...rest }: Reference,
  path: FieldPath,
): readonly FieldProblem[] {
  const [first, ...others] = Object.keys(rest).map((field) => [...path, field]);
  if (first === undefined) return [];
  const details = 'image already identifies the buildpack; remove the other fields';
  return [{ severity: 'error', paths: [first, ...others], message: 'must not set the field(s)', details }];
}

// Like kpack, accepts a resource without a name if its kind is valid.
function validateResource(
  name: string | undefined,
  kind: string,
  kinds: readonly string[],
  path: FieldPath,
): readonly FieldProblem[] {
  const problems = validateKind(kind, kinds, [...path, 'kind']);
  const lacksName = problems.length > 0 && name === undefined;
  return lacksName ? [fieldError([...path, 'name'], 'missing field(s)'), ...problems] : problems;
}

function neither(path: FieldPath): FieldProblem {
  const paths = [
    [...path, 'id'],
    [...path, 'image'],
    [...path, 'name'],
  ] as const;
  const details = 'set id, image, or kind and name';
  return { severity: 'error', paths, message: 'expected exactly one, got neither', details };
}
