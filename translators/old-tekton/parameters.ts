import type { TaskSpec } from '../../src/api/tekton/task-spec.ts';
import type { Json, JsonObject } from '../../src/model/json.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import { keysOf, parameterName } from './resource-keys.ts';
import type { Resource } from './resources.ts';

/** The parameters of a translated Task. */
export interface Parameters {
  readonly value: readonly Json[];
  /** The names of those that took the place of resources. */
  readonly added: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** A Task's own parameters, by name: whether each is an array. */
export function ownParameters({ params = [] }: TaskSpec): ReadonlyMap<string, boolean> {
  return new Map(params.map((param) => [param.name, param.type === 'array' || Array.isArray(param.default)]));
}

/** The Task's own parameters, then one for everything that is needed or `used` of its resources. */
export function parametersOf(
  spec: TaskSpec,
  resources: readonly Resource[],
  used: ReadonlySet<string>,
  at: FieldPath,
): Parameters {
  const { params = [] } = spec;
  const own = new Set(params.map(({ name }) => name.toLowerCase()));
  const added = new Map<string, JsonObject>();
  const problems: FieldProblem[] = [];
  for (const resource of resources) {
    for (const { key, isNeeded, ...rest } of keysOf(resource)) {
      const name = parameterName(resource.name, key);
      if (!isNeeded && !used.has(name)) continue;
      if (own.has(name.toLowerCase())) problems.push(taken(name, key, resource, params, at));
      else if (!added.has(name))
        added.set(name, { name, description: describe(key, resource), type: 'string', ...rest });
    }
  }
  return { value: [...params, ...added.values()], added: [...added.keys()], problems };
}

const MEANINGS: Readonly<Record<string, string>> = {
  url: 'URL',
  revision: "Branch, tag or commit; '' is the branch that the server favours",
  depth: 'How many commits of the history are fetched; 0 is all',
  sslVerify: "Whether the server's certificate is checked",
  submodules: 'Whether submodules are fetched too',
  digest: 'Digest',
  location: 'Where it was kept',
};

function describe(key: string, { name, description }: Resource): string {
  const text = `${MEANINGS[key] ?? key} (${name})`;
  return key === 'url' && description !== undefined ? `${text}: ${description}` : text;
}

function taken(
  name: string,
  key: string,
  resource: Resource,
  params: NonNullable<TaskSpec['params']>,
  at: FieldPath,
): FieldProblem {
  const index = params.findIndex((param) => param.name.toLowerCase() === name.toLowerCase());
  const message = `the parameter takes the name of the one that has the ${key} of resource ${JSON.stringify(resource.name)}; rename one of them`;
  return fieldError([...at, 'params', index, 'name'], message);
}
