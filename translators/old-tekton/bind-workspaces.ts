import type { PipelineResourceSpec } from '../../src/api/tekton/pipeline-resource.ts';
import type { TaskRun } from '../../src/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, fieldWarning, type FieldProblem } from '../../src/model/problem.ts';
import type { Binding } from './bindings.ts';
import type { TranslatedSpec } from './task-spec.ts';
import type { ArtifactStorage } from './world.ts';
import type { ResourceWorkspace } from './workspaces.ts';

/** The workspaces that a run binds in place of resources. */
export interface BoundWorkspaces {
  readonly workspaces: readonly JsonObject[];
  readonly claim?: string;
  readonly problems: readonly FieldProblem[];
}

type Place =
  | { readonly kind: 'claim'; readonly subPath: string; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'refused'; readonly problem: FieldProblem };

/**
 * Binds what the run itself does not: a directory of the PipelineRun's claim where `paths` says so, a directory that
 * ends with the pod for a git output that nobody takes, and nothing where something is fetched.
 */
export function bindWorkspaces(
  bindings: readonly Binding[],
  run: TaskRun,
  task: TranslatedSpec,
  claim: string | undefined,
  specs: ReadonlyMap<Binding, PipelineResourceSpec>,
  artifacts: ArtifactStorage,
): BoundWorkspaces {
  const own = new Set((run.spec.workspaces ?? []).map(({ name }) => name));
  const bound = task.workspaces
    .filter(({ name }) => !own.has(name))
    .flatMap((workspace) => {
      const its = bindings.filter(({ resource }) => workspace.resources.includes(resource));
      return its.length === 0 ? [] : [{ workspace, place: placeOf(workspace, its, claim, specs, artifacts) }];
    });
  const isOnClaim = bound.some(({ place }) => place.kind === 'claim');
  return {
    workspaces: bound.flatMap(({ workspace, place }) => workspaceOf(workspace, place, claim)),
    ...(isOnClaim && claim !== undefined && { claim }),
    problems: bound.flatMap(({ place }) => problemsOf(place)),
  };
}

function workspaceOf({ name }: ResourceWorkspace, place: Place, claim: string | undefined): readonly JsonObject[] {
  if (place.kind === 'forgotten') return [{ name, emptyDir: {} }];
  if (place.kind !== 'claim' || claim === undefined) return [];
  return [{ name, subPath: place.subPath, persistentVolumeClaim: { claimName: claim } }];
}

function problemsOf(place: Place): readonly FieldProblem[] {
  if (place.kind === 'refused') return [place.problem];
  return place.kind === 'claim' ? place.problems : [];
}

/** Where the files of a workspace were, by the bindings of the resources that it stands for. */
function placeOf(
  workspace: ResourceWorkspace,
  bindings: readonly Binding[],
  claim: string | undefined,
  specs: ReadonlyMap<Binding, PipelineResourceSpec>,
  artifacts: ArtifactStorage,
): Place {
  const copied = bindings.flatMap((bound) =>
    (bound.binding.paths ?? []).map((path, index) => ({ bound, path, index })),
  );
  const buckets = bindings.filter(({ resource }) => resource.type === 'storage');
  const [first, second] = copied;
  if (first === undefined) {
    const [bucket] = buckets;
    if (bucket !== undefined) return refused(bucketMessage(workspace, bucket, specs), bucket);
    return workspace.isOptional ? { kind: 'nothing' } : { kind: 'forgotten' };
  }
  const at = [...first.bound.path, 'paths', first.index];
  if (second !== undefined && second.path !== first.path) {
    return {
      kind: 'refused',
      problem: fieldError(at, 'a workspace is one directory, and here are several paths; leave one'),
    };
  }
  if (artifacts.bucket !== undefined) {
    const message = `artifacts of this cluster are in ${artifacts.bucket} (ConfigMap config-artifact-bucket), and no workspace is in a bucket; bind workspace ${JSON.stringify(workspace.name)} in spec.workspaces`;
    return { kind: 'refused', problem: fieldError(at, message) };
  }
  const subPath = /^\/pvc\/(.+?)\/*$/.exec(first.path)?.[1];
  if (claim === undefined || subPath === undefined || subPath.split('/').includes('..')) {
    const message = `${first.path} is a path on no claim that is known, which is /pvc in a TaskRun that a PipelineRun owns; bind workspace ${JSON.stringify(workspace.name)} in spec.workspaces`;
    return { kind: 'refused', problem: fieldError(at, message) };
  }
  return { kind: 'claim', subPath, problems: buckets.filter(isOutput).map((bucket) => notUploaded(bucket, specs)) };
}

function isOutput({ resource }: Binding): boolean {
  return resource.direction === 'outputs';
}

function refused(message: string, { path }: Binding): Place {
  return { kind: 'refused', problem: fieldError(path, message) };
}

function bucketMessage(
  workspace: ResourceWorkspace,
  bound: Binding,
  specs: ReadonlyMap<Binding, PipelineResourceSpec>,
): string {
  const way = isOutput(bound) ? 'uploads to' : 'fetches from';
  return `nothing in Tekton ${way} ${locationOf(bound, specs)} any more; bind workspace ${JSON.stringify(workspace.name)} in spec.workspaces to a volume for the files, and take this out`;
}

function notUploaded(bound: Binding, specs: ReadonlyMap<Binding, PipelineResourceSpec>): FieldProblem {
  return fieldWarning(
    bound.path,
    `nothing in Tekton uploads to ${locationOf(bound, specs)} any more; the files stay on the claim`,
  );
}

function locationOf(bound: Binding, specs: ReadonlyMap<Binding, PipelineResourceSpec>): string {
  const { params = [] } = specs.get(bound) ?? {};
  return params.find(({ name }) => name.toLowerCase() === 'location')?.value ?? 'the bucket';
}
