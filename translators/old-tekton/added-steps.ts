import type { TaskSpec } from '../../src/api/tekton/task.ts';
import { fieldError, fieldNote, type FieldProblem, fieldWarning } from '../../src/model/problem.ts';
import { emptyDirVolume, type Volume } from '../phases/volumes.ts';
import { freeName, slug, stepName } from './names.ts';
import { copyStep, digestStep, fetchStep, type TaskpackStep, type TaskpackStepOptions } from './resource-steps.ts';
import type { Resource } from './task-resources.ts';
import type { OldTektonOptions } from './referenced-objects.ts';
import type { ResourceWorkspace } from './task-workspaces.ts';

/** The taskpack steps that replace a Task's resources. */
export interface AddedSteps {
  readonly before: readonly TaskpackStep[];
  readonly after: readonly TaskpackStep[];
  readonly volumes: readonly Volume[];
  /** The directories of outputs that must exist before steps write into them. */
  readonly outputDirectories: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** The directories and workspaces that the files of resources are in. */
export interface ResourcePlaces {
  readonly workspaces: readonly ResourceWorkspace[];
  /** Returns the directory in which steps write an output. */
  readonly writtenDirectory: (output: Resource) => string;
}

/**
 * Returns a step that fetches or copies each git input, a step that copies each git output, and a step that reports the digest
 * of each output image.
 */
export function addedSteps(
  spec: TaskSpec,
  resources: readonly Resource[],
  { workspaces, writtenDirectory }: ResourcePlaces,
  takenVolumes: Set<string>,
  options: OldTektonOptions,
): AddedSteps {
  const taken = new Set((spec.steps ?? []).flatMap(({ name }) => name ?? []));
  const own = { ...options, homeVolume: freeName('resource-home', takenVolumes) };
  const git = workspaces.flatMap(({ name: workspace, resources: [resource] }) =>
    resource?.type === 'git' ? [{ workspace, resource }] : [],
  );
  const before = git
    .filter(({ resource }) => resource.direction === 'inputs')
    .map(({ workspace, resource }) => fetchStep(resource, stepName('fetch', resource.name, taken), workspace, own));
  const copied = git
    .filter(({ resource }) => resource.direction === 'outputs')
    .map(({ workspace, resource }) => ({ workspace, resource, directory: writtenDirectory(resource) }));
  const copies = copied.map(({ workspace, resource, directory }) =>
    copyStep(directory, stepName('copy', resource.name, taken), workspace, own),
  );
  const images = imageOutputs(spec, resources, taken, own);
  const after = [...copies, ...images.steps];
  return {
    before,
    after,
    volumes: before.length + after.length > 0 ? [emptyDirVolume(own.homeVolume)] : [],
    outputDirectories: apartFromInputs([...copied, ...images.resources], resources),
    problems: images.problems,
  };
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

/** The steps that report the digests of a Task's output images. */
export interface ImageOutputs {
  readonly resources: readonly Resource[];
  readonly steps: readonly TaskpackStep[];
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
  return {
    resources: images,
    steps: unread.map((image) => digestStep(image, stepName('digest', image.name, taken), prefixOf(image), options)),
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
