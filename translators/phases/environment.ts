import type { JsonObject } from '../../src/core/model/json.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
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
 * Escapes a text so that the kubelet's expansion of `$(VAR)` and `$$` gives the text back
 * (https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/).
 */
export function escapeExpansion(text: string): string {
  return text.replaceAll('$', '$$$$');
}
