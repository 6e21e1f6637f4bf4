import type { TaskSpec } from '../../src/api/tekton/task-spec.ts';
import { fieldError, type FieldProblem } from '../../src/model/problem.ts';
import { digestStep, type OwnStep, type OwnStepOptions } from './own-steps.ts';
import { slug } from './slug.ts';
import type { Resource } from './resources.ts';
import { stepName } from './free-name.ts';

/** How the digests of a Task's output images become known. */
export interface ImageOutputs {
  readonly steps: readonly OwnStep[];
  /** The directories that have to be there before steps write into them. */
  readonly directories: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** A step for every output image, unless the Task itself has the result that it would write. */
export function imageOutputs(
  { results = [] }: TaskSpec,
  resources: readonly Resource[],
  taken: Set<string>,
  options: OwnStepOptions,
): ImageOutputs {
  const images = resources.filter(({ direction, type }) => direction === 'outputs' && type === 'image');
  const own = new Set(results.map(({ name }) => name));
  // Tekton Chains looks for names that end so (slsa-provenance.md, type hinting).
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
    problems: images.filter(({ directory }) => !isShared(directory)).map(unshared),
  };
}

/** Whether all steps see a directory, which those of their image are not. */
function isShared(directory: string): boolean {
  return /^\/(?:workspace|builder\/home|builder\/output-images|tekton\/home)\/./.test(directory);
}

function unshared({ directory, path }: Resource): FieldProblem {
  const message = `${directory} is in no volume that steps share; choose a directory below /workspace`;
  return fieldError([...path, 'targetPath'], message);
}
