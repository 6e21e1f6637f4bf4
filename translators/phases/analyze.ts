import type { FullBuild, ResolvedBuild } from '../../src/model/resolved-build.ts';
import { analyzeCacheArgs } from './cache.ts';
import { HOME_ENV, platformApiEnv, SERVICE_BINDING_ROOT_ENV } from './environment.ts';
import { HOME, LAYERS, WORKSPACE } from './mounts.ts';
import type { Phase } from './phase.ts';

/** Checks registry access and reads the previous image's metadata (buildpacks/spec, platform.md, analyzer). */
export function analyze(build: ResolvedBuild, operation: FullBuild): Phase {
  const [image, ...otherTags] = build.tags;
  const { previousImage, cache } = operation;
  return {
    name: 'analyze',
    image: build.builder.image,
    command: '/cnb/lifecycle/analyzer',
    args: [
      '-layers=/layers',
      '-analyzed=/layers/analyzed.toml',
      `-run-image=${build.runImage}`,
      ...analyzeCacheArgs(cache),
      ...otherTags.map((tag) => `-tag=${tag}`),
      ...(previousImage === undefined ? [] : [`-previous-image=${previousImage}`]),
      image,
    ],
    env: [HOME_ENV, platformApiEnv(build), SERVICE_BINDING_ROOT_ENV],
    mounts: [LAYERS, WORKSPACE, HOME],
    credentials: ['registry'],
    trusted: true,
  };
}
