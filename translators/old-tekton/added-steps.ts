import type { TaskSpec } from '../../src/core/api/tekton/task.ts';
import type { FieldProblem } from '../../src/core/model/problem.ts';
import { emptyDirVolume, type Volume } from '../phases/volumes.ts';
import { imageOutputs } from './image-outputs.ts';
import { freeName, stepName } from './names.ts';
import { parameterName } from './resource-parameters.ts';
import {
  copyStep,
  downloadStep,
  fetchStep,
  type TaskpackStep,
  type TaskpackStepOptions,
  uploadStep,
} from './resource-steps.ts';
import type { Resource } from './task-resources.ts';
import type { Artifact } from './artifacts.ts';
import type { ArtifactBucket, OldTektonOptions } from './referenced-objects.ts';

/** The taskpack steps that replace a Task's resources. */
export interface AddedSteps {
  readonly before: readonly TaskpackStep[];
  readonly after: readonly TaskpackStep[];
  readonly volumes: readonly Volume[];
  /** The directories of outputs that must exist before steps write into them. */
  readonly outputDirectories: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** The files that the steps get and hand on, and where they are. */
export interface ResourcePlaces {
  readonly artifacts: readonly Artifact[];
  /** Returns the directory in which steps write an output. */
  readonly writtenDirectory: (output: Resource) => string;
  /** The bucket of artifacts, if there is one. */
  readonly bucket?: ArtifactBucket;
}

/**
 * Returns a step that fetches, downloads or copies each input, steps that copy and upload each output, and a step that reports the
 * digest of each output image.
 */
export function addedSteps(
  spec: TaskSpec,
  resources: readonly Resource[],
  places: ResourcePlaces,
  takenVolumes: Set<string>,
  options: OldTektonOptions,
): AddedSteps {
  const taken = new Set((spec.steps ?? []).flatMap(({ name }) => name ?? []));
  const homeVolume = freeName('resource-home', takenVolumes);
  const keys = keyVolumes(places, takenVolumes);
  const own = { ...options, homeVolume, ...(keys.artifactKey !== undefined && { artifactKey: keys.artifactKey }) };
  const before = places.artifacts
    .filter(({ resource }) => resource.direction === 'inputs')
    .map((artifact) => inputStep(artifact, taken, keys, own));
  const outputs = places.artifacts.filter(({ resource }) => resource.direction === 'outputs');
  const copies = outputs.flatMap((artifact) => outputSteps(artifact, taken, keys, places, own));
  const images = imageOutputs(spec, resources, taken, own);
  const after = [...copies, ...images.steps];
  const written = outputs.map(({ resource }) => ({ directory: places.writtenDirectory(resource) }));
  return {
    before,
    after,
    volumes: before.length + after.length > 0 ? [emptyDirVolume(homeVolume), ...keys.volumes] : [],
    outputDirectories: apartFromInputs([...written, ...images.resources], resources),
    problems: images.problems,
  };
}

/** The volumes with the keys of buckets. */
interface KeyVolumes {
  readonly volumes: readonly Volume[];
  readonly artifactKey?: { readonly volume: string; readonly key: string };
  /** Returns the volume with the key of a storage resource. */
  readonly volumeOf: (resource: Resource) => string;
}

/** The Secrets are optional, because a run may use no bucket. */
function keyVolumes({ artifacts, bucket }: ResourcePlaces, takenVolumes: Set<string>): KeyVolumes {
  const names = new Set(artifacts.flatMap(({ resource }) => (resource.type === 'storage' ? [resource.name] : [])));
  const storage = new Map([...names].map((name) => [name, stepName('credentials', name, takenVolumes)]));
  const secret = artifacts.some(({ place }) => place === 'bucket') ? bucket?.secret : undefined;
  const own = secret === undefined ? undefined : { ...secret, volume: freeName('artifact-credentials', takenVolumes) };
  return {
    volumes: [
      ...[...storage].map(([name, volume]) => optionalSecret(volume, `$(params.${parameterName(name, 'secretName')})`)),
      ...(own === undefined ? [] : [optionalSecret(own.volume, own.name)]),
    ],
    ...(own !== undefined && { artifactKey: { volume: own.volume, key: own.key } }),
    volumeOf: ({ name }) => storage.get(name) ?? '',
  };
}

function optionalSecret(name: string, secretName: string): Volume {
  return { name, secret: { secretName, optional: true } };
}

function inputStep(
  artifact: Artifact,
  taken: Set<string>,
  { volumeOf }: KeyVolumes,
  options: TaskpackStepOptions,
): TaskpackStep {
  const { resource } = artifact;
  const name = stepName('fetch', resource.name, taken);
  return resource.type === 'git'
    ? fetchStep(artifact, name, options)
    : downloadStep(artifact, name, volumeOf(resource), options);
}

/** Early Tekton copied the files of a storage resource for later tasks, and uploaded them. */
function outputSteps(
  artifact: Artifact,
  taken: Set<string>,
  { volumeOf }: KeyVolumes,
  places: ResourcePlaces,
  options: TaskpackStepOptions,
): readonly TaskpackStep[] {
  const { resource } = artifact;
  const directory = places.writtenDirectory(resource);
  const copy = copyStep(artifact, stepName('copy', resource.name, taken), directory, options);
  if (resource.type !== 'storage') return [copy];
  return [copy, uploadStep(resource, stepName('upload', resource.name, taken), directory, volumeOf(resource), options)];
}

/** Returns the directories that are not below that of an input, which exists. */
function apartFromInputs(
  outputs: readonly { readonly directory: string }[],
  resources: readonly Resource[],
): readonly string[] {
  const inputs = resources.filter(({ direction }) => direction === 'inputs');
  const directories = new Set(outputs.map(({ directory }) => directory));
  return [...directories].filter(
    (directory) => !inputs.some((input) => `${directory}/`.startsWith(`${input.directory}/`)),
  );
}
