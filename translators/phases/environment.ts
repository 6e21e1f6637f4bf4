import type { JsonObject } from '../../src/core/model/json.ts';
import { EXEC_ENV_VARIABLE } from '../../src/core/model/exec-env.ts';
import type { FullBuild, ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { ANALYZED_FILE, BINDINGS_PATH, CREDENTIALS } from './volumes.ts';

/** An environment variable in Kubernetes' shape (core/v1 EnvVar). */
export type EnvVar =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly valueFrom: JsonObject };

/** The lifecycle and completion read registry credentials from `$DOCKER_CONFIG/config.json`. HOME is not a shared volume. */
export const DOCKER_CONFIG_ENV: EnvVar = { name: 'DOCKER_CONFIG', value: CREDENTIALS.mountPath };

/** detect has the flag `-analyzed` since Platform API 0.10 and build since 0.12. All versions read this variable. */
export const ANALYZED_PATH_ENV: EnvVar = { name: 'CNB_ANALYZED_PATH', value: ANALYZED_FILE };

export const SERVICE_BINDING_ROOT_ENV: EnvVar = { name: 'SERVICE_BINDING_ROOT', value: BINDINGS_PATH };

/** The lifecycle refuses to start without this variable. */
export function platformApiEnv(build: ResolvedBuild): EnvVar {
  return { name: 'CNB_PLATFORM_API', value: build.builder.platformApi };
}

/**
 * Returns the variables of the phases that depend on the execution environment. The lifecycle has no flag for it. Buildpacks, the restorer
 * and the exporter read the variable, and the exporter writes its value into a label (buildpacks/spec, platform.md 0.15).
 */
export function execEnvVariables({ execEnv }: FullBuild): readonly EnvVar[] {
  return execEnv === undefined ? [] : [{ name: EXEC_ENV_VARIABLE, value: execEnv }];
}

/** Returns the variables of the phases that restore layers. The analyzer restores the bill of materials of the previous image. */
export function restoreVariables({ skipsRestore }: FullBuild): readonly EnvVar[] {
  return skipsRestore === true ? [{ name: 'CNB_SKIP_LAYERS', value: 'true' }] : [];
}

/**
 * Escapes a text so that the kubelet's expansion of `$(VAR)` and `$$` gives the text back
 * (https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/).
 */
export function escapeExpansion(text: string): string {
  return text.replaceAll('$', '$$$$');
}
