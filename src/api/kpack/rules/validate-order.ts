import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';
import type { BuilderOrder } from '../order.ts';
import { validateImageReference } from './validate-image-reference.ts';

type Reference = NonNullable<BuilderOrder[number]['group']>[number];

const KINDS: readonly string[] = ['Buildpack', 'ClusterBuildpack'];

/** kpack's rules for the order of a builder. References by image (kpack's RFC 9) are taken here, while kpack refuses them. */
export function validateOrder(order: BuilderOrder, path: FieldPath): readonly FieldProblem[] {
  return order.flatMap(({ group = [] }, entry) =>
    group.flatMap((reference, index) => validateReference(reference, [...path, entry, 'group', index])),
  );
}

function validateReference(reference: Reference, path: FieldPath): readonly FieldProblem[] {
  const { id, name, kind, image } = reference;
  if (image !== undefined) return [...validateImageReference(image, [...path, 'image']), ...alone(reference, path)];
  if (name !== undefined || kind !== undefined) return validateResource(name, kind ?? '', path);
  return id === undefined ? [neither(path)] : [];
}

// Only `optional` goes with an image: all else would choose a buildpack a second time.
function alone({ image: _image, optional: _optional, ...rest }: Reference, path: FieldPath): readonly FieldProblem[] {
  const [first, ...others] = Object.keys(rest).map((field) => [...path, field]);
  if (first === undefined) return [];
  const details = 'image names the buildpack by itself';
  return [{ severity: 'error', paths: [first, ...others], message: 'must not set the field(s)', details }];
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
