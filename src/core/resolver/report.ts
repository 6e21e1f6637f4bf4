import { readImageReference } from '../model/image-reference.ts';
import { isDnsSubdomain } from '../model/names.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../model/problem.ts';

/** Records a problem of the Build. Resolution then continues, so that all problems are reported at once. */
export type Report = (problem: FieldProblem) => void;

/** Reports a name that no Kubernetes object can have. Names become volumes and paths, so they must be valid. */
export function checkObjectName(name: string, path: FieldPath, report: Report): void {
  if (!isDnsSubdomain(name)) report(fieldError(path, `invalid value: ${name}`));
}

/**
 * Reports a text that is not an image reference. References become arguments of the lifecycle, so they must be valid.
 */
export function checkImage(image: string, path: FieldPath, report: Report): void {
  const reading = readImageReference(image);
  if ('fault' in reading) report(fieldError(path, `invalid value: ${image}`, reading.fault));
}
