import type { TaskSpec } from '../../src/api/tekton/task.ts';
import { fieldError, fieldNote, type FieldProblem, fieldWarning } from '../../src/model/problem.ts';
import { emptyDirVolume, type Volume } from '../phases/volumes.ts';
import { freeName, slug, stepName } from './names.ts';
import { digestStep, fetchStep, type TaskpackStep, type TaskpackStepOptions } from './resource-steps.ts';
import type { Resource } from './task-resources.ts';
import type { OldTektonOptions } from './referenced-objects.ts';

/** The taskpack steps that replace a Task's resources. */
export interface AddedSteps {
  readonly before: readonly TaskpackStep[];
  readonly after: readonly TaskpackStep[];
  readonly volumes: readonly Volume[];
  /** The directories of output images that must exist before steps write into them. */
  readonly imageDirectories: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** Returns a step that fetches each git input, and a step that reports the digest of each output image. */
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

/** The steps that report the digests of a Task's output images. */
export interface ImageOutputs {
  readonly steps: readonly TaskpackStep[];
  /** The directories that must exist before steps write into them. */
  readonly directories: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** Returns a step for each output image, unless the Task already declares the results that the step would write. */
function imageOutputs(
  { results = [] }: TaskSpec,
  resources: readonly Resource[],
  taken: Set<string>,
  options: TaskpackStepOptions,
): ImageOutputs {
  const images = resources.filter(({ direction, type }) => direction === 'outputs' && type === 'image');
  const own = new Set(results.map(({ name }) => name));
  // Tekton Chains looks for results whose names end with these words (slsa-provenance.md, type hinting).
  const prefixOf = ({ name }: Resource): string => (images.length === 1 ? '' : `${slug(name)}-`);
  const unread = images.filter(
    (image) => !own.has(`${prefixOf(image)}IMAGE_DIGEST`) && !own.has(`${prefixOf(image)}IMAGE_URL`),
  );
  const inputs = resources.filter(({ direction }) => direction === 'inputs');
  return {
    steps: unread.map((image) => digestStep(image, stepName('digest', image.name, taken), prefixOf(image), options)),
    directories: [
      ...new Set(
        images
          .map(({ directory }) => directory)
          .filter((directory) => !inputs.some((input) => `${directory}/`.startsWith(`${input.directory}/`))),
      ),
    ],
    problems: [
      ...images.filter(({ directory }) => !isShared(directory)).map(unshared),
      ...images
        .filter((image) => !unread.includes(image))
        .map((image) => withoutDigestStep(image, prefixOf(image), own)),
    ],
  };
}

/** Reports an image whose results the Task declares itself. A Task with only one of the two loses the other. */
function withoutDigestStep({ path }: Resource, prefix: string, own: ReadonlySet<string>): FieldProblem {
  const names = [`${prefix}IMAGE_DIGEST`, `${prefix}IMAGE_URL`] as const;
  const missing = names.find((name) => !own.has(name));
  if (missing === undefined) {
    const message = `gets no step that reads the digest, because the Task declares the results ${names.join(' and ')} itself`;
    return fieldNote(path, message);
  }
  const [declared] = names.filter((name) => own.has(name));
  const message = `gets no step that reads the digest, because the Task declares the result ${declared} itself, but not ${missing}; declare and write both, or rename the result`;
  return fieldWarning(path, message);
}

/** True if all steps share a directory. The other directories belong to the image of each step. */
function isShared(directory: string): boolean {
  return /^\/(?:workspace|builder\/home|builder\/output-images|tekton\/home)\/./.test(directory);
}

function unshared({ directory, path }: Resource): FieldProblem {
  const message = `${directory} is not in a volume that all steps share, so no step can read the image's digest; choose a directory below /workspace`;
  return fieldError([...path, 'targetPath'], message);
}
