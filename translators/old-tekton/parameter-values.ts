import type { Json } from '../../src/model/json.ts';
import type { FieldPath } from '../../src/model/problem.ts';
import type { Piece } from './problems.ts';
import { replaceInValue, type ResourceNames } from './variables.ts';

/**
 * Replaces variables of the Task's resources in one field of each parameter: the `default` of the Task's parameters, or the
 * `value` that a run or a task of a Pipeline gives. Without a Task, the parameters stay unchanged.
 */
export function withoutResourceVariables<Parameter extends { readonly [key in Field]?: Json }, Field extends string>(
  params: readonly Parameter[],
  field: Field,
  at: FieldPath,
  task: ResourceNames | undefined,
): Piece<readonly Parameter[]> {
  if (task === undefined) return { value: params, problems: [] };
  const replaced = params.map((param, index) => {
    const written = param[field];
    if (written === undefined) return { value: param, problems: [] };
    const { value, problems } = replaceInValue(written, [...at, index, field], task);
    return { value: { ...param, [field]: value }, problems };
  });
  return { value: replaced.map(({ value }) => value), problems: replaced.flatMap(({ problems }) => problems) };
}
