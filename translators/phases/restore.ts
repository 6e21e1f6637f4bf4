import type { FullBuild, ResolvedBuild } from '../../src/model/resolved-build.ts';
import { cacheMounts, restoreCacheArgs } from './cache.ts';
import { HOME_ENV, platformApiEnv } from './environment.ts';
import { HOME, LAYERS } from './mounts.ts';
import type { Phase } from './phase.ts';

/** Brings back layers from the cache (buildpacks/spec, platform.md, restorer). */
export function restore(build: ResolvedBuild, operation: FullBuild): Phase {
  return {
    name: 'restore',
    image: build.builder.image,
    command: '/cnb/lifecycle/restorer',
    args: [
      '-group=/layers/group.toml',
      '-layers=/layers',
      ...restoreCacheArgs(operation.cache),
      '-analyzed=/layers/analyzed.toml',
    ],
    env: [HOME_ENV, platformApiEnv(build)],
    mounts: [LAYERS, HOME, ...cacheMounts(operation.cache)],
    credentials: ['registry'],
    trusted: true,
  };
}
