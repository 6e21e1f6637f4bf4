import type { Json } from '../../src/core/model/json.ts';
import type { FieldPath, FieldProblem } from '../../src/core/model/problem.ts';
import { noEquivalent, type Piece } from './problems.ts';
import { inValue, ofResourceVariable, type Replace, type ResourceNames } from './variables.ts';

/** A parameter with a value in this field: the `default` of a declared parameter, or the `value` that a run gives. */
type ParameterWith<Field extends string> = { readonly [key in Field]?: Json };

/** Replaces variables of the Task's resources in one field of each parameter. Without a Task, the parameters stay unchanged. */
export function withoutResourceVariables<Parameter extends ParameterWith<Field>, Field extends string>(
  params: readonly Parameter[],
  field: Field,
  at: FieldPath,
  task: ResourceNames | undefined,
): Piece<readonly Parameter[]> {
  const pieces = params.map((param, index) => {
    const written = param[field];
    if (written === undefined) return { value: param, problems: [] };
    const { value, problems } = withoutResourceVariablesIn(written, [...at, index, field], task);
    return { value: { ...param, [field]: value }, problems };
  });
  return { value: pieces.map(({ value }) => value), problems: pieces.flatMap(({ problems }) => problems) };
}

/**
 * Replaces variables of the Task's resources in a value at the path `at`. Early Tekton replaced them after it had put the value
 * into a step. A value in v1 can name no other parameter, so only directories and types have a replacement.
 */
export function withoutResourceVariablesIn(written: Json, at: FieldPath, task: ResourceNames | undefined): Piece<Json> {
  if (task === undefined) return { value: written, problems: [] };
  const problems: FieldProblem[] = [];
  const replaced: Replace = (variable, body, path) => {
    const found = ofResourceVariable(body, task);
    if (found === undefined) return variable;
    if (found.kind === 'text') return found.text;
    const refusal = found.kind === 'problem' ? found.problem : withoutEquivalent('a parameter', 'write its value');
    problems.push(refusal(path, variable));
    return variable;
  };
  return { value: inValue(written, at, replaced), problems };
}

/** A Pipeline has no resource of a Task. */
const NO_TASK: ResourceNames = { resources: [], declares: () => false };

/**
 * Refuses variables of resources in the parameters of a Pipeline or its run. Early Tekton replaced them in the Tasks that get
 * the values, and each Task can have another directory.
 */
export function resourceVariablesOfPipeline<Field extends string>(
  params: readonly ParameterWith<Field>[],
  field: Field,
  at: FieldPath,
): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const refusal = withoutEquivalent(
    'a parameter of a Pipeline',
    "write the directory in the Task, or the field's value",
  );
  for (const [index, param] of params.entries()) {
    inValue(param[field] ?? '', [...at, index, field], (written, body, path) => {
      if (ofResourceVariable(body, NO_TASK) !== undefined) problems.push(refusal(path, written));
      return written;
    });
  }
  return problems;
}

function withoutEquivalent(place: string, advice: string): (path: FieldPath, written: string) => FieldProblem {
  return (path, written) => noEquivalent(path, `${written} in ${place}`, advice);
}
