import type { PipelineResourceSpec } from '../../src/api/tekton/pipeline-resource.ts';
import type { TaskRun } from '../../src/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, type FieldProblem, fieldWarning } from '../../src/model/problem.ts';
import type { Binding } from './task-run-resources.ts';
import type { TranslatedSpec } from './task.ts';
import type { ArtifactStorage } from './referenced-objects.ts';
import type { ResourceWorkspace } from './task-workspaces.ts';
import type { Manifest } from '../../src/model/kubernetes-object.ts';
import { withoutTrailing } from '../../src/model/trailing.ts';

/** The workspaces that a run binds instead of resources. */
export interface BoundWorkspaces {
  readonly workspaces: readonly JsonObject[];
  readonly claim?: string;
  readonly problems: readonly FieldProblem[];
}

type Target =
  | { readonly kind: 'claim'; readonly subPath: string; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly problem: FieldProblem };

/**
 * Binds the workspaces that the run does not bind itself. Bindings with `paths` become a directory of the PipelineRun's
 * claim. An input that a step fetches and an output that no later task reads are not bound.
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
      return its.length === 0 ? [] : [{ workspace, target: targetOf(workspace, its, claim, specs, artifacts) }];
    });
  const isOnClaim = bound.some(({ target }) => target.kind === 'claim');
  return {
    workspaces: bound.flatMap(({ workspace, target }) => workspaceOf(workspace, target, claim)),
    ...(isOnClaim && claim !== undefined && { claim }),
    problems: bound.flatMap(({ target }) => problemsOf(target)),
  };
}

function workspaceOf({ name }: ResourceWorkspace, target: Target, claim: string | undefined): readonly JsonObject[] {
  if (target.kind !== 'claim' || claim === undefined) return [];
  return [{ name, subPath: target.subPath, persistentVolumeClaim: { claimName: claim } }];
}

function problemsOf(target: Target): readonly FieldProblem[] {
  if (target.kind === 'refused') return [target.problem];
  return target.kind === 'claim' ? target.problems : [];
}

/** Returns the place that early Tekton kept a workspace's files in, by the bindings of its resources. */
function targetOf(
  workspace: ResourceWorkspace,
  bindings: readonly Binding[],
  claim: string | undefined,
  specs: ReadonlyMap<Binding, PipelineResourceSpec>,
  artifacts: ArtifactStorage,
): Target {
  const copied = bindings.flatMap((bound) =>
    (bound.binding.paths ?? []).map((path, index) => ({ bound, path, index })),
  );
  const buckets = bindings.filter(({ resource }) => resource.type === 'storage');
  const [first, second] = copied;
  if (first === undefined) {
    const [bucket] = buckets;
    if (bucket !== undefined) return refused(bucketMessage(workspace, bucket, specs), bucket);
    return { kind: 'nothing' };
  }
  const at = [...first.bound.path, 'paths', first.index];
  if (second !== undefined && second.path !== first.path) {
    return {
      kind: 'refused',
      problem: fieldError(at, 'a workspace is a single directory, but there are several paths; keep only one path'),
    };
  }
  if (artifacts.bucket !== undefined) {
    const message = `the cluster keeps artifacts in ${artifacts.bucket} (ConfigMap config-artifact-bucket), but a workspace cannot be in a bucket; bind workspace ${JSON.stringify(workspace.name)} in spec.workspaces`;
    return { kind: 'refused', problem: fieldError(at, message) };
  }
  const subPath = /^\/pvc\/(.+)$/.exec(withoutTrailing(first.path, '/'))?.[1];
  if (claim === undefined || subPath === undefined || subPath.split('/').includes('..')) {
    const message = `${first.path} is not on a known claim: only /pvc in a TaskRun that a PipelineRun owns is; bind workspace ${JSON.stringify(workspace.name)} in spec.workspaces`;
    return { kind: 'refused', problem: fieldError(at, message) };
  }
  return { kind: 'claim', subPath, problems: buckets.filter(isOutput).map((bucket) => notUploaded(bucket, specs)) };
}

function isOutput({ resource }: Binding): boolean {
  return resource.direction === 'outputs';
}

function refused(message: string, { path }: Binding): Target {
  return { kind: 'refused', problem: fieldError(path, message) };
}

function bucketMessage(
  workspace: ResourceWorkspace,
  bound: Binding,
  specs: ReadonlyMap<Binding, PipelineResourceSpec>,
): string {
  const way = isOutput(bound) ? 'uploads to' : 'fetches from';
  return `Tekton no longer ${way} ${locationOf(bound, specs)}; bind workspace ${JSON.stringify(workspace.name)} in spec.workspaces to a volume for the files, and remove this binding`;
}

function notUploaded(bound: Binding, specs: ReadonlyMap<Binding, PipelineResourceSpec>): FieldProblem {
  return fieldWarning(
    bound.path,
    `Tekton no longer uploads to ${locationOf(bound, specs)}; the files stay on the claim, upload them in a step of the Task`,
  );
}

function locationOf(bound: Binding, specs: ReadonlyMap<Binding, PipelineResourceSpec>): string {
  const { params = [] } = specs.get(bound) ?? {};
  return params.find(({ name }) => name.toLowerCase() === 'location')?.value ?? 'the bucket';
}

/** Returns the name of the claim that early Tekton created for the tasks of a PipelineRun. */
export function artifactClaimName({ metadata: { ownerReferences = [] } }: TaskRun): string | undefined {
  const owner = ownerReferences.find(({ kind }) => kind === 'PipelineRun');
  return owner === undefined ? undefined : `${owner.name}-pvc`;
}

/** Returns this claim, because Tekton no longer creates it. */
export function artifactClaim({ metadata: { namespace } }: TaskRun, name: string, storage: ArtifactStorage): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    spec: claimSpec(storage),
  };
}

/** Returns the spec of a claim for artifacts. */
export function claimSpec({ size, storageClassName }: ArtifactStorage): JsonObject {
  return {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: size } },
    ...(storageClassName !== undefined && { storageClassName }),
  };
}
