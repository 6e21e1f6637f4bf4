import type { TaskRun } from '../../src/core/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import type { Manifest } from '../../src/core/model/kubernetes-object.ts';
import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import { withoutTrailing } from '../../src/core/model/trailing.ts';
import { bucketProblem, objectLocation } from './artifact-bucket.ts';
import type { Artifact } from './artifacts.ts';
import type { ArtifactStorage } from './referenced-objects.ts';
import type { Binding } from './task-run-resources.ts';
import type { TranslatedSpec } from './task.ts';

/** The workspaces and parameters with the places of artifacts. */
export interface BoundArtifacts {
  readonly workspaces: readonly JsonObject[];
  readonly params: readonly JsonObject[];
  /** The claim of the PipelineRun, if a workspace is on it. */
  readonly claim?: string;
  readonly problems: readonly FieldProblem[];
}

type Place =
  | { readonly kind: 'claim'; readonly name: string; readonly subPath: string; readonly claim: string }
  | { readonly kind: 'bucket'; readonly name: string; readonly location: string }
  | { readonly kind: 'refused'; readonly problem: FieldProblem };

/**
 * Binds the artifacts that the run does not bind itself. Bindings with `paths` become a directory of the PipelineRun's claim or
 * an object of the bucket. An input that a step fetches and an output that no later task reads are not bound.
 */
export function bindArtifacts(
  bindings: readonly Binding[],
  run: TaskRun,
  task: TranslatedSpec,
  claim: string | undefined,
  storage: ArtifactStorage,
): BoundArtifacts {
  const own = new Set([...(run.spec.workspaces ?? []), ...(run.spec.params ?? [])].map(({ name }) => name));
  const places = task.artifacts
    .filter(({ name }) => !own.has(name))
    .flatMap((artifact) =>
      bindings
        .filter(({ resource, binding: { paths = [] } }) => resource === artifact.resource && paths.length > 0)
        .map((bound) => placeOf(artifact, bound, claim, storage)),
    );
  const isOnClaim = places.some(({ kind }) => kind === 'claim');
  return {
    workspaces: places.flatMap((place) => (place.kind === 'claim' ? [workspaceOn(place)] : [])),
    params: places.flatMap((place) => (place.kind === 'bucket' ? [{ name: place.name, value: place.location }] : [])),
    ...(isOnClaim && claim !== undefined && { claim }),
    problems: places.flatMap((place) => (place.kind === 'refused' ? [place.problem] : [])),
  };
}

function workspaceOn({ name, subPath, claim }: Extract<Place, { kind: 'claim' }>): JsonObject {
  return { name, subPath, persistentVolumeClaim: { claimName: claim } };
}

/** Returns the place that early Tekton copied the files from or to. */
function placeOf(
  { name }: Artifact,
  { binding, path: at }: Binding,
  claim: string | undefined,
  { bucket }: ArtifactStorage,
): Place {
  const [path = '', ...others] = (binding.paths ?? []).map((one) => withoutTrailing(one, '/'));
  const refused = (message: string): Place => ({ kind: 'refused', problem: fieldError([...at, 'paths', 0], message) });
  if (others.some((other) => other !== path))
    return refused('the step copies a single directory, but there are several paths; keep only one path');
  const isUnsafe = path.split('/').includes('..');
  if (bucket !== undefined) {
    const problem = bucketProblem(bucket);
    if (problem !== undefined) return refused(problem);
    if (!path.startsWith('/') && !isUnsafe)
      return { kind: 'bucket', name, location: objectLocation(bucket.location, path) };
    return refused(
      `${path} is not in the bucket ${bucket.location}, which the ConfigMap config-artifact-bucket names; leave the ConfigMap out of the input`,
    );
  }
  const subPath = /^\/pvc\/(.+)$/.exec(path)?.[1];
  if (claim !== undefined && subPath !== undefined && !isUnsafe) return { kind: 'claim', name, subPath, claim };
  return refused(
    `${path} is not on a known claim: only /pvc in a TaskRun that a PipelineRun owns is; bind workspace ${JSON.stringify(name)} in spec.workspaces`,
  );
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
