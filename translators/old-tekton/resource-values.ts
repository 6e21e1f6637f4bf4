import type { PipelineResourceSpec } from '../../src/core/api/tekton/pipeline-resource.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import {
  fieldError,
  fieldNote,
  fieldWarning,
  type FieldPath,
  type FieldProblem,
} from '../../src/core/model/problem.ts';
import type { Binding } from './task-run-resources.ts';
import { noEquivalent } from './problems.ts';
import { keysOf, parameterName } from './resource-parameters.ts';
import type { ReferencedTektonObjects } from './referenced-objects.ts';
import { isStorageField, storageProblems, storageValues } from './storage-values.ts';

/** The values of PipelineResources, as values of parameters. */
export interface Values {
  readonly params: readonly (JsonObject & { readonly name: string })[];
  readonly problems: readonly FieldProblem[];
}

/** The fields of git resources without a parameter (since Tekton 0.13), with advice. */
const REMOVED_FIELDS: ReadonlyMap<string, string> = new Map([
  ['refspec', 'give a revision that the server resolves without it'],
  ['httpproxy', 'set HTTP_PROXY in the environment of the steps'],
  ['httpsproxy', 'set HTTPS_PROXY in the environment of the steps'],
  ['noproxy', 'set NO_PROXY in the environment of the steps'],
]);

/** The Task or Pipeline of a run, with its parameters that replace resources. */
export interface ResourceOwner {
  readonly kind: 'Task' | 'Pipeline';
  /** The namespace of the run. */
  readonly namespace: string | undefined;
  readonly parameters: ReadonlySet<string>;
}

/** Returns the values of the owner's parameters that the run's PipelineResources contain. */
export function valuesOf(bindings: readonly Binding[], owner: ResourceOwner, objects: ReferencedTektonObjects): Values {
  const problems: FieldProblem[] = [];
  const seen = new Map<string, string>();
  const params = new Map<string, string>();
  for (const bound of bindings) {
    const found = specOf(bound, owner, objects);
    if ('problem' in found) {
      problems.push(found.problem);
      continue;
    }
    problems.push(
      ...problemsOf(found.spec, bound, owner, found.path),
      ...omittedFields(bound),
      ...unread(found.spec, bound, owner, found.path),
    );
    for (const [name, value] of namedValues(found.spec, bound)) {
      if (!owner.parameters.has(name)) continue;
      if ((seen.get(name) ?? value) !== value) problems.push(differentBinding(bound.path, name));
      const isFirst = !seen.has(name);
      seen.set(name, value);
      if (isFirst && !(isOnClaim(bound) && name !== nameParameter(bound))) params.set(name, value);
    }
  }
  return { params: [...params].map(([name, value]) => ({ name, value })), problems };
}

/** True if an earlier task wrote the resource to a claim. Without a URL, the Task does not fetch it again. */
function isOnClaim({ resource, binding }: Binding): boolean {
  return resource.direction === 'inputs' && resource.type === 'git' && (binding.paths ?? []).length > 0;
}

type Found = { readonly spec: PipelineResourceSpec; readonly path: FieldPath } | { readonly problem: FieldProblem };

function specOf({ binding, path }: Binding, { namespace }: ResourceOwner, objects: ReferencedTektonObjects): Found {
  const { resourceRef, resourceSpec } = binding;
  if (resourceSpec !== undefined) return { spec: resourceSpec, path: [...path, 'resourceSpec'] };
  const at = [...path, 'resourceRef', 'name'];
  if (resourceRef === undefined)
    return { problem: fieldError(path, 'missing field(s)', 'resourceRef or resourceSpec') };
  const spec = objects.pipelineResource(namespace, resourceRef.name);
  if (spec !== undefined) return { spec, path: at };
  const { name } = resourceRef;
  const advice = objects.similarObject({ kind: 'PipelineResource', namespace, name }) ?? 'add the file with -f';
  return { problem: fieldError(at, `PipelineResource "${name}" is not in the input; ${advice}`) };
}

/**
 * Notes the description and the secrets of a resource that the run contains itself. Notes at a PipelineResource name its own.
 */
function omittedFields({ binding: { resourceSpec }, path }: Binding): readonly FieldProblem[] {
  if (resourceSpec === undefined) return [];
  const at = [...path, 'resourceSpec'];
  const message = 'is left out, because parameters of the run replace the resource';
  return [
    ...(resourceSpec.description === undefined ? [] : [fieldNote([...at, 'description'], message)]),
    ...omittedSecrets(resourceSpec, at),
  ];
}

/** Notes the secrets of a git or image resource at the path `at`. For these, Tekton used those of the ServiceAccount. */
export function omittedSecrets({ type, secrets = [] }: PipelineResourceSpec, at: FieldPath): readonly FieldProblem[] {
  if (secrets.length === 0 || type === 'storage') return [];
  const path = [...at, 'secrets'];
  return [fieldNote(path, `is left out, because Tekton never read the secrets of a resource of type ${type}`)];
}

/** Reports values that no parameter takes, and parameters with several values. */
function unread(
  { type, params = [] }: PipelineResourceSpec,
  { resource }: Binding,
  { kind, parameters }: ResourceOwner,
  at: FieldPath,
): readonly FieldProblem[] {
  if (type !== resource.type) return [];
  return keysOf(resource).flatMap(({ key }) => {
    const given = params.filter(({ name }) => name.toLowerCase() === key.toLowerCase());
    const isUnread = given.length > 0 && !parameters.has(parameterName(resource.name, key));
    return [
      ...(given.length > 1
        ? [
            fieldWarning(
              at,
              `parameter ${key} of the resource has ${given.length} values; the last one counts, as in Tekton`,
            ),
          ]
        : []),
      ...(isUnread
        ? [fieldNote(at, `parameter ${key} of the resource is left out, because no step of the ${kind} reads it`)]
        : []),
    ];
  });
}

/** Returns the values by parameter. Early Tekton ignored the case of field names. */
function namedValues(spec: PipelineResourceSpec, bound: Binding): readonly (readonly [string, string])[] {
  const { resource, binding } = bound;
  const params = spec.type === 'storage' ? storageValues(spec) : (spec.params ?? []);
  const fields = keysOf(resource).flatMap(({ key }) => {
    const given = params.findLast(({ name }) => name.toLowerCase() === key.toLowerCase());
    return given === undefined ? [] : [[parameterName(resource.name, key), given.value] as const];
  });
  // A resource that the run contains itself had the name of the binding.
  return [...fields, [nameParameter(bound), binding.resourceRef?.name ?? binding.name]];
}

function nameParameter({ resource }: Binding): string {
  return parameterName(resource.name, 'name');
}

function problemsOf(
  { type, params = [], secrets = [] }: PipelineResourceSpec,
  { resource }: Binding,
  { kind }: ResourceOwner,
  at: FieldPath,
): readonly FieldProblem[] {
  if (type !== resource.type) {
    return [
      fieldError(
        at,
        `the ${kind} declares a resource of type ${resource.type}, but this PipelineResource has type ${type}; bind one of type ${resource.type}`,
      ),
    ];
  }
  const unusable = type === 'storage' ? storageProblems({ type, params, secrets }, at) : [];
  const odd = params.flatMap(({ name }) => {
    const key = name.toLowerCase();
    const advice = type === 'git' ? REMOVED_FIELDS.get(key) : undefined;
    if (advice !== undefined) return [noEquivalent(at, `parameter ${name} of a git resource`, advice)];
    const isKnown = keysOf(resource).some((known) => known.key.toLowerCase() === key) || isStorageField(type, key);
    return isKnown
      ? []
      : [fieldWarning(at, `parameter ${name} has no meaning for a resource of type ${type}; it is left out`)];
  });
  return [...unusable, ...odd];
}

/** Reports that an input and an output of the same name are bound to different resources. */
export function differentBinding(path: FieldPath, name: string): FieldProblem {
  return fieldError(
    path,
    `differs from the input of the same name, and both set parameter ${name}; bind the same resource to both`,
  );
}
