import type { JsonObject } from '../../src/model/json.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import { BINDINGS_PATH, HOME } from './volumes.ts';

/** An environment variable in Kubernetes' shape (core/v1 EnvVar). */
export type EnvVar =
  { readonly name: string; readonly value: string } | { readonly name: string; readonly valueFrom: JsonObject };

/** The lifecycle reads registry credentials from `$HOME/.docker/config.json`. */
export const HOME_ENV: EnvVar = { name: 'HOME', value: HOME.mountPath };

/** Names the same directory of credentials for steps whose HOME is another one. */
export const DOCKER_CONFIG_ENV: EnvVar = { name: 'DOCKER_CONFIG', value: `${HOME.mountPath}/.docker` };

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
