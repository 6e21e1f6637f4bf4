import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';
import type { EnvVar } from '../../core/env-var.ts';

/** kpack's rule since 2026: no Secret reaches a build by its environment. */
export function validateEnvironment(env: readonly EnvVar[], path: FieldPath): readonly FieldProblem[] {
  const message = 'secretKeyRef is not supported for build environment variables';
  return env.flatMap(({ valueFrom }, index) =>
    valueFrom?.secretKeyRef === undefined ? [] : [fieldError([...path, index, 'valueFrom', 'secretKeyRef'], message)],
  );
}
