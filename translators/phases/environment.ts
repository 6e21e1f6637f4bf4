import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import { BINDINGS_PATH, HOME } from './mounts.ts';
import type { EnvVar } from './phase.ts';

/** Where the lifecycle looks for `.docker/config.json`. */
export const HOME_ENV: EnvVar = { name: 'HOME', value: HOME.mountPath };

/** The same, whatever the home. */
export const DOCKER_CONFIG_ENV: EnvVar = { name: 'DOCKER_CONFIG', value: `${HOME.mountPath}/.docker` };

export const SERVICE_BINDING_ROOT_ENV: EnvVar = { name: 'SERVICE_BINDING_ROOT', value: BINDINGS_PATH };

/** Without it the lifecycle refuses to start. */
export function platformApiEnv(build: ResolvedBuild): EnvVar {
  return { name: 'CNB_PLATFORM_API', value: build.builder.platformApi };
}
