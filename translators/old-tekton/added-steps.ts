import type { TaskSpec } from '../../src/api/tekton/task-spec.ts';
import type { FieldProblem } from '../../src/model/problem.ts';
import { emptyDirVolume, type Volume } from '../phases/volume.ts';
import { freeName, stepName } from './free-name.ts';
import { imageOutputs } from './image-outputs.ts';
import { fetchStep, type OwnStep } from './own-steps.ts';
import type { Resource } from './resources.ts';
import type { OldTektonOptions } from './world.ts';

/** The steps that are added for a Task's resources. */
export interface AddedSteps {
  readonly before: readonly OwnStep[];
  readonly after: readonly OwnStep[];
  readonly volumes: readonly Volume[];
  /** The directories of output images that have to be there before steps write into them. */
  readonly imageDirectories: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** A step that fetches for each git input, and one that reports the digest of each output image. */
export function addedSteps(
  spec: TaskSpec,
  resources: readonly Resource[],
  takenVolumes: Set<string>,
  options: OldTektonOptions,
): AddedSteps {
  const takenSteps = new Set((spec.steps ?? []).flatMap(({ name }) => name ?? []));
  const own = { ...options, homeVolume: freeName('resource-home', takenVolumes) };
  const before = resources
    .filter(({ direction, type }) => direction === 'inputs' && type === 'git')
    .map((resource) => fetchStep(resource, stepName('fetch', resource.name, takenSteps), own));
  const images = imageOutputs(spec, resources, takenSteps, own);
  const hasSteps = before.length + images.steps.length > 0;
  return {
    before,
    after: images.steps,
    volumes: hasSteps ? [emptyDirVolume(own.homeVolume)] : [],
    imageDirectories: images.directories,
    problems: images.problems,
  };
}
