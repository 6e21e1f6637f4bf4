import type { TaskSpec } from '../../src/core/api/tekton/task.ts';
import { fieldError, fieldNote, type FieldProblem, fieldWarning } from '../../src/core/model/problem.ts';
import { slug, stepName } from './names.ts';
import { digestStep, type TaskpackStep, type TaskpackStepOptions } from './resource-steps.ts';
import type { Resource } from './task-resources.ts';

/** The steps that report the digests of a Task's output images. */
interface ImageOutputs {
  readonly resources: readonly Resource[];
  readonly steps: readonly TaskpackStep[];
  readonly problems: readonly FieldProblem[];
}

/** Returns a step for each output image, unless the Task already declares the results that the step would write. */
export function imageOutputs(
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
