import type { Build } from '../api/kpack/build.ts';
import { defined } from '../model/defined.ts';
import {
  EXEC_ENV_ANNOTATION,
  EXEC_ENV_RULE,
  execEnvOf,
  isExecEnv,
  lastExecEnvOf,
  otherExecEnvOf,
} from '../model/exec-env.ts';
import { parseImageReference, repositoryName } from '../model/image-reference.ts';
import { fieldError } from '../model/problem.ts';
import type { FullBuild } from '../model/resolved-build.ts';
import type { Report } from './report.ts';

/** The execution environment of a Build, for the phases and for its cache. `execEnv` is absent for the default environment. */
export type BuildExecEnv = Pick<FullBuild, 'execEnv' | 'skipsRestore'>;

/** Resolves the execution environment of a Build. Reports a name that is not valid. */
export function resolveExecEnv({ metadata }: Build, report: Report): BuildExecEnv {
  const { annotations = {} } = metadata;
  const execEnv = annotations[EXEC_ENV_ANNOTATION];
  if (execEnv !== undefined && !isExecEnv(execEnv)) {
    report(fieldError(['metadata', 'annotations', EXEC_ENV_ANNOTATION], `the execution environment ${EXEC_ENV_RULE}`));
    return {};
  }
  return {
    ...defined({ execEnv: otherExecEnvOf(metadata) }),
    ...(lastExecEnvOf(metadata) !== execEnvOf(metadata) && { skipsRestore: true }),
  };
}

/**
 * Returns the tag of the cache image of an environment, such as `cache:latest-test`. The specification does not restore layers across
 * environments (platform.md, "Layer Restoration").
 */
export function cacheTagOfExecEnv(tag: string, { execEnv }: BuildExecEnv): string {
  const reference = execEnv === undefined ? undefined : parseImageReference(tag);
  return reference === undefined ? tag : `${repositoryName(reference)}:${reference.tag ?? 'latest'}-${execEnv}`;
}
