import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';

const NAME = /^[a-z0-9\-.]{1,253}$/;

/** kpack's rules for the names of services and bindings (`noun`): well-formed, and each only once. */
export function validateUniqueNames(
  items: readonly { readonly name: string }[],
  noun: string,
  path: FieldPath,
): readonly FieldProblem[] {
  const seen = new Map<string, number>();
  return items.flatMap(({ name }, index) => {
    const field = [...path, index, 'name'];
    const earlier = seen.get(name);
    seen.set(name, index);
    const problems = NAME.test(name) ? [] : [fieldError(field, `invalid value: ${name}`)];
    if (earlier === undefined) return problems;
    return [duplicate(noun, name, [...path, earlier, 'name'], field), ...problems];
  });
}

function duplicate(noun: string, name: string, first: FieldPath, second: FieldPath): FieldProblem {
  return {
    severity: 'error',
    paths: [first, second],
    message: `duplicate ${noun} name ${JSON.stringify(name)}`,
  };
}
