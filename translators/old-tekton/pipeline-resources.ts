import type { PipelineSpec } from '../../src/core/api/tekton/pipeline.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';
import { slug } from './names.ts';
import type { Piece } from './problems.ts';
import { parameterName, valueKeysOf } from './resource-parameters.ts';
import { describe } from './task-parameters.ts';
import { isKnown, type Resource, typeProblems } from './task-resources.ts';

/** A field of a Pipeline's resource that tasks need as a parameter. */
export interface NeededKey {
  readonly resource: string;
  readonly key: string;
}

/** Returns the resources that a Pipeline declares. `at` is the path of its spec. */
export function pipelineResources({ resources = [] }: PipelineSpec, at: FieldPath): Piece<readonly Resource[]> {
  const problems: FieldProblem[] = [];
  const value = resources.flatMap(({ name, type, optional = false }, index): readonly Resource[] => {
    const path = [...at, 'resources', index];
    const other = resources.slice(0, index).find((one) => isSameSlug(one.name, name));
    const found = [...typeProblems(type, path), ...(other === undefined ? [] : [clash(other.name, path)])];
    problems.push(...found);
    if (found.length > 0 || !isKnown(type)) return [];
    return [{ direction: 'inputs', name, type, directory: `/workspace/${name}`, isOptional: optional, path }];
  });
  return { value, problems };
}

function isSameSlug(one: string, other: string): boolean {
  return slug(one).toLowerCase() === slug(other).toLowerCase();
}

function clash(other: string, path: FieldPath): FieldProblem {
  const message = `resource ${JSON.stringify(other)} would get the same parameters; rename one resource`;
  return fieldError([...path, 'name'], message);
}

/** Returns the Pipeline's parameters for the fields of resources that tasks need. */
export function resourceParameters(
  resources: readonly Resource[],
  needed: readonly NeededKey[],
  { params: own = [] }: PipelineSpec,
  at: FieldPath,
): Piece<readonly (JsonObject & { readonly name: string })[]> {
  const keys = resources.flatMap((resource) =>
    valueKeysOf(resource)
      .filter(({ key }) => needed.some((one) => one.resource === resource.name && one.key === key))
      .map((key) => ({ ...key, resource, name: parameterName(resource.name, key.key) })),
  );
  return {
    value: keys.map(({ key, name, resource, default: usual }) => ({
      name,
      description: describe(key, resource),
      type: 'string',
      // A run of the Pipeline has to give the address. A Task can get the files from another task instead.
      ...(usual !== undefined && (!['url', 'location'].includes(key) || resource.isOptional) && { default: usual }),
    })),
    problems: own.flatMap((param, index) => {
      const taken = keys.find(({ name }) => name.toLowerCase() === param.name.toLowerCase());
      if (taken === undefined) return [];
      const message = `the ${taken.key} of resource ${JSON.stringify(taken.resource.name)} becomes a parameter of the same name; rename the parameter or the resource`;
      return [fieldError([...at, 'params', index, 'name'], message)];
    }),
  };
}
