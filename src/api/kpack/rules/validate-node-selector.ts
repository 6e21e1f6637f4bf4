import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';

const OS_LABEL = 'kubernetes.io/os';

/** kpack's rule for node selectors: it picks the operating system itself. */
export function validateNodeSelector(
  nodeSelector: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
): readonly FieldProblem[] {
  if (nodeSelector === undefined || !Object.hasOwn(nodeSelector, OS_LABEL)) return [];
  return [fieldError(path, `invalid key name ${JSON.stringify(OS_LABEL)}`, 'os is determined automatically')];
}
