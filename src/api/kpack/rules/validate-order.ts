import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';
import type { BuilderOrder } from '../order.ts';

type Reference = NonNullable<BuilderOrder[number]['group']>[number];

const KINDS: readonly string[] = ['Buildpack', 'ClusterBuildpack'];

/** kpack's rules for the order of a builder; v1alpha3 (kpack's RFC 9) has references by image, too. */
export function validateOrder(order: BuilderOrder, writtenVersion: string, path: FieldPath): readonly FieldProblem[] {
  const areImagesAllowed = writtenVersion === 'v1alpha3';
  return order.flatMap(({ group = [] }, entry) =>
    group.flatMap((reference, index) =>
      validateReference(reference, areImagesAllowed, [...path, entry, 'group', index]),
    ),
  );
}

function validateReference(reference: Reference, areImagesAllowed: boolean, path: FieldPath): readonly FieldProblem[] {
  const { id, name, kind, image } = reference;
  const problems = name === undefined && kind === undefined ? [] : validateResource(name, kind ?? '', path);
  if (image !== undefined && !areImagesAllowed) {
    const details = 'image reference currently not supported';
    return [...problems, fieldError([...path, 'image'], 'must not set the field(s)', details)];
  }
  const isSomething = [id, name, kind, image].some((field) => field !== undefined);
  return isSomething ? problems : [neither(path)];
}

// A resource without a name passes where its kind is right, as in kpack.
function validateResource(name: string | undefined, kind: string, path: FieldPath): readonly FieldProblem[] {
  if (KINDS.includes(kind)) return [];
  const problems = name === undefined ? [fieldError([...path, 'name'], 'missing field(s)')] : [];
  return [...problems, fieldError([...path, 'kind'], `invalid value: ${kind}`, `must be one of ${KINDS.join(', ')}`)];
}

function neither(path: FieldPath): FieldProblem {
  const paths = [
    [...path, 'id'],
    [...path, 'image'],
    [...path, 'name'],
  ] as const;
  return { severity: 'error', paths, message: 'expected exactly one, got neither' };
}
