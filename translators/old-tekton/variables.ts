import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';
import { noEquivalent } from './problems.ts';
import { parameterName, valueKeysOf } from './resource-parameters.ts';
import type { Direction, Resource } from './task-resources.ts';

/** The names that variables can refer to. */
export interface Names {
  readonly resources: readonly Resource[];
  /** True if the Task declares a resource. Resources that are not in `resources` are reported elsewhere. */
  readonly declares: (direction: Direction, name: string) => boolean;
  /** The Task's declared parameters. The value is true for an array. */
  readonly params: ReadonlyMap<string, boolean>;
}

/** Replaces variables of early Tekton with those of v1. */
export interface Rewriter {
  readonly rewrite: (object: JsonObject, path: FieldPath) => JsonObject;
  readonly problems: readonly FieldProblem[];
  /** The parameters that the replaced variables refer to. */
  readonly used: ReadonlySet<string>;
}

/** `$(inputs.params.x)`, and `${…}` of Tekton up to 0.7. */
const REFERENCE = /\$(?:\(([^()]+)\)|\{([^{}]+)\})/g;

const PARAM = /^(?:inputs|outputs)\.params\.(.+?)(\[(?:\*|\d+)\])?$/;
const RESOURCE = /^(?:(inputs|outputs)\.resources|resources\.(inputs|outputs))\.(.+)\.(\w+)$/;

/** Returns a rewriter of a Task's texts that collects their problems. */
export function makeRewriter(names: Names): Rewriter {
  const problems: FieldProblem[] = [];
  const used = new Set<string>();
  const replaced: Replace = (written, body, path) => {
    const found = replacementOf(body, names);
    if (found === undefined) return written;
    if (found.kind === 'text') return found.text;
    if (found.kind === 'parameter') {
      used.add(found.name);
      return `$(params.${found.name})`;
    }
    problems.push(found.problem(path, written));
    return written;
  };
  return { rewrite: (object, path) => inFields(object, path, replaced), problems, used };
}

/** The names of a Task's resources. */
export type ResourceNames = Pick<Names, 'resources' | 'declares'>;

/** Returns the text for a variable: the variable as written, its body without the brackets, and the path of its text. */
export type Replace = (written: string, body: string, path: FieldPath) => string;

function inFields(object: JsonObject, path: FieldPath, replaced: Replace): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, inValue(value, [...path, key], replaced)]),
  );
}

/** Replaces the variables in all texts of a value. */
export function inValue(value: Json, path: FieldPath, replaced: Replace): Json {
  if (typeof value === 'string') {
    return value.replace(REFERENCE, (written, round?: string, curly?: string) =>
      replaced(written, round ?? curly ?? '', path),
    );
  }
  if (isJsonList(value)) return value.map((item, index) => inValue(item, [...path, index], replaced));
  return isJsonObject(value) ? inFields(value, path, replaced) : value;
}

type Replacement =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'problem'; readonly problem: (path: FieldPath, written: string) => FieldProblem };

/** Returns the v1 form of a variable, or `undefined` for a text that is not a variable of early Tekton. */
function replacementOf(body: string, names: Names): Replacement | undefined {
  const [param, name = '', suffix] = PARAM.exec(body) ?? [];
  return param === undefined ? ofResourceVariable(body, names) : ofParam(name, suffix, names);
}

/** Returns the v1 form of a variable of a resource, or `undefined` for any other text. */
export function ofResourceVariable(body: string, names: ResourceNames): Replacement | undefined {
  const [resource, early, late, its = '', key = ''] = RESOURCE.exec(body) ?? [];
  if (resource === undefined) return undefined;
  return ofResource((early ?? late) === 'outputs' ? 'outputs' : 'inputs', its, key, names);
}

function ofParam(name: string, suffix: string | undefined, { params }: Names): Replacement {
  const isArray = params.get(name);
  if (isArray === undefined) {
    return problem((path, written) =>
      fieldError(path, `${written}: parameter ${JSON.stringify(name)} is not declared; declare it`),
    );
  }
  // Tekton requires quotes around a name with dots.
  const quoted = name.includes('.') ? `params["${name}"]` : `params.${name}`;
  return { kind: 'text', text: `$(${quoted}${suffix ?? (isArray ? '[*]' : '')})` };
}

function ofResource(direction: Direction, name: string, key: string, names: ResourceNames): Replacement | undefined {
  const { resources, declares } = names;
  const resource = resources.find((one) => one.direction === direction && one.name === name);
  if (resource === undefined) {
    if (declares(direction, name)) return undefined;
    const other = resources.some((one) => one.name === name) ? `; it is declared in ${opposite(direction)}` : '';
    return problem((path, written) =>
      fieldError(path, `${written}: resource ${JSON.stringify(name)} is not declared in ${direction}${other}`),
    );
  }
  if (key === 'path') return { kind: 'text', text: resource.directory };
  if (key === 'type') return { kind: 'text', text: resource.type };
  if (valueKeysOf(resource).some((known) => known.key === key))
    return { kind: 'parameter', name: parameterName(name, key) };
  return problem((path, written) => noEquivalent(path, written, 'write the value, or declare a parameter for it'));
}

function problem(make: (path: FieldPath, written: string) => FieldProblem): Replacement {
  return { kind: 'problem', problem: make };
}

function opposite(direction: Direction): Direction {
  return direction === 'inputs' ? 'outputs' : 'inputs';
}
