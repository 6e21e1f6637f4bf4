/**
 * An annotation of an Image or a Build: the execution environment for which buildpacks build, such as `test` (buildpacks/spec, platform.md
 * 0.15). An Image passes the annotation on to its Builds.
 */
export const EXEC_ENV_ANNOTATION = 'taskpack.dev/exec-env';

/** The environment of a Build's last image. An Image sets it only if it differs from the environment of the Build. */
export const LAST_EXEC_ENV_ANNOTATION = 'taskpack.dev/last-exec-env';

/** The variable from which the lifecycle, buildpacks and the launcher read the environment. */
export const EXEC_ENV_VARIABLE = 'CNB_EXEC_ENV';

/** The lifecycle's environment of Builds that name none. */
export const DEFAULT_EXEC_ENV = 'production';

/**
 * True if the text can name an environment. The specification forbids only `/`. taskpack also writes the name into the tag of a cache
 * image and into a directory's name.
 */
export function isExecEnv(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/.test(text);
}

/** The rule for names of environments, for messages. */
export const EXEC_ENV_RULE = "must be at most 63 letters, digits, '.', '_' and '-', and begin with a letter or digit";

interface Annotated {
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** Returns the environment of an Image or a Build. */
export function execEnvOf({ annotations = {} }: Annotated): string {
  return annotations[EXEC_ENV_ANNOTATION] ?? DEFAULT_EXEC_ENV;
}

/** Returns the environment of the last image of a Build. */
export function lastExecEnvOf({ annotations = {} }: Annotated): string {
  return annotations[LAST_EXEC_ENV_ANNOTATION] ?? execEnvOf({ annotations });
}

/** Returns the environment of an Image or a Build if it is not the default. */
export function otherExecEnvOf(metadata: Annotated): string | undefined {
  const execEnv = execEnvOf(metadata);
  return execEnv === DEFAULT_EXEC_ENV ? undefined : execEnv;
}
