import type { TaskSpec } from '../../src/core/api/tekton/task.ts';
import type { Json, JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';
import { parameterName, valueKeysOf } from './resource-parameters.ts';
import type { Resource } from './task-resources.ts';

/** The parameters of a translated Task. */
export interface Parameters {
  readonly value: readonly Json[];
  /** The names of the parameters that replace resources. */
  readonly added: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** Returns the Task's declared parameters by name. The value is true for an array. */
export function ownParameters({ params = [] }: TaskSpec): ReadonlyMap<string, boolean> {
  return new Map(params.map((param) => [param.name, param.type === 'array' || Array.isArray(param.default)]));
}

/** Returns the declared parameters, and a parameter for each field of a resource that is required or in `used`. */
export function parametersOf(
  params: NonNullable<TaskSpec['params']>,
  resources: readonly Resource[],
  used: ReadonlySet<string>,
  at: FieldPath,
): Parameters {
  const own = new Set(params.map(({ name }) => name.toLowerCase()));
  const added = new Map<string, JsonObject>();
  const problems: FieldProblem[] = [];
  for (const resource of resources) {
    for (const { key, isNeeded, ...rest } of valueKeysOf(resource)) {
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
  name: 'Name of the PipelineResource',
  url: 'URL',
  revision: "Branch, tag or commit; empty: the server's default branch",
  depth: 'Number of commits to fetch; 0: all',
  sslVerify: "true: verify the server's certificate",
  submodules: 'true: fetch submodules too',
  digest: 'Digest',
  location: 'Location in the bucket',
  dir: 'true: the location is a folder',
  secretName: "Secret with the key of the bucket's service account",
  secretKey: 'Key in this Secret; empty: use no Secret',
};

/** Describes the parameter for a field of a resource. */
export function describe(key: string, { name, description }: Pick<Resource, 'name' | 'description'>): string {
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
  const message = `the ${key} of resource ${JSON.stringify(resource.name)} becomes a parameter of the same name; rename the parameter or the resource`;
  return fieldError([...at, 'params', index, 'name'], message);
}
