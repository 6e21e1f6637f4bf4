import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../src/model/json.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import { noEquivalent } from './problems.ts';
import { keysOf, parameterName } from './resource-keys.ts';
import type { Direction, Resource } from './resources.ts';

/** What steps may refer to. */
export interface Names {
  readonly resources: readonly Resource[];
  /** Whether a resource is declared at all: what is wrong with one that is not among `resources` was told before. */
  readonly declares: (direction: Direction, name: string) => boolean;
  /** The Task's own parameters: whether each is an array. */
  readonly params: ReadonlyMap<string, boolean>;
}

/** Texts with today's references in place of the early ones. */
export interface Rewriter {
  readonly rewrite: (object: JsonObject, path: FieldPath) => JsonObject;
  readonly problems: readonly FieldProblem[];
  /** The parameters of resources that were referred to. */
  readonly used: ReadonlySet<string>;
}

/** `$(inputs.params.x)`, and `${…}` of Tekton up to 0.7. */
const REFERENCE = /\$(?:\(([^()]+)\)|\{([^{}]+)\})/g;

const PARAM = /^(?:inputs|outputs)\.params\.(.+?)(\[(?:\*|\d+)\])?$/;
const RESOURCE = /^(?:(inputs|outputs)\.resources|resources\.(inputs|outputs))\.(.+)\.(\w+)$/;

/** Rewrites the references of a Task's texts, and keeps what is wrong with them. */
export function makeRewriter(names: Names): Rewriter {
  const problems: FieldProblem[] = [];
  const used = new Set<string>();
  const replaced = (written: string, body: string, path: FieldPath): string => {
    const found = today(body, names);
    if (found === undefined) return written;
    if (found.kind === 'text') return found.text;
    if (found.kind === 'parameter') {
      used.add(found.name);
      return `$(params.${found.name})`;
    }
    problems.push(found.problem(path, written));
    return written;
  };
  const inText = (text: string, path: FieldPath): string =>
    text.replace(REFERENCE, (written, round?: string, curly?: string) => replaced(written, round ?? curly ?? '', path));
  return { rewrite: (object, path) => rewritten(object, path, inText), problems, used };
}

function rewritten(object: JsonObject, path: FieldPath, inText: (text: string, path: FieldPath) => string): JsonObject {
  const inValue = (value: Json, at: FieldPath): Json => {
    if (typeof value === 'string') return inText(value, at);
    if (isJsonList(value)) return value.map((item, index) => inValue(item, [...at, index]));
    return isJsonObject(value) ? rewritten(value, at, inText) : value;
  };
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, inValue(value, [...path, key])]));
}

type Today =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'problem'; readonly problem: (path: FieldPath, written: string) => FieldProblem };

/** What stands for a reference today; `undefined` for a text that is no early reference. */
function today(body: string, names: Names): Today | undefined {
  const [param, name = '', suffix] = PARAM.exec(body) ?? [];
  if (param !== undefined) return ofParam(name, suffix, names);
  const [resource, early, late, its = '', key = ''] = RESOURCE.exec(body) ?? [];
  if (resource === undefined) return undefined;
  return ofResource((early ?? late) === 'outputs' ? 'outputs' : 'inputs', its, key, names);
}

function ofParam(name: string, suffix: string | undefined, { params }: Names): Today {
  const isArray = params.get(name);
  if (isArray === undefined) {
    return problem((path, written) => fieldError(path, `${written}: no parameter ${JSON.stringify(name)} is declared`));
  }
  // Where a name has dots, Tekton wants it quoted.
  const quoted = name.includes('.') ? `params["${name}"]` : `params.${name}`;
  return { kind: 'text', text: `$(${quoted}${suffix ?? (isArray ? '[*]' : '')})` };
}

function ofResource(direction: Direction, name: string, key: string, names: Names): Today | undefined {
  const { resources, declares } = names;
  const resource = resources.find((one) => one.direction === direction && one.name === name);
  if (resource === undefined) {
    if (declares(direction, name)) return undefined;
    const other = resources.some((one) => one.name === name) ? `; it is among the ${opposite(direction)}` : '';
    return problem((path, written) =>
      fieldError(path, `${written}: no resource ${JSON.stringify(name)} is declared among the ${direction}${other}`),
    );
  }
  if (key === 'path') return { kind: 'text', text: resource.directory };
  if (key === 'type') return { kind: 'text', text: resource.type };
  if (keysOf(resource).some((known) => known.key === key)) return { kind: 'parameter', name: parameterName(name, key) };
  return problem((path, written) =>
    noEquivalent(path, written, 'write what it stood for, or declare a parameter for it'),
  );
}

function problem(make: (path: FieldPath, written: string) => FieldProblem): Today {
  return { kind: 'problem', problem: make };
}

function opposite(direction: Direction): Direction {
  return direction === 'inputs' ? 'outputs' : 'inputs';
}
