import type { FullBuild, ResolvedBuild } from '../../src/model/resolved-build.ts';
import { bindingMounts } from './bindings.ts';
import { platformApiEnv } from './environment.ts';
import { LAYERS, PLATFORM, WORKSPACE } from './mounts.ts';
import type { Phase } from './phase.ts';

/** Asks every buildpack whether it applies (buildpacks/spec, platform.md, detector). */
export function detect(build: ResolvedBuild, operation: FullBuild): Phase {
  return {
    name: 'detect',
    image: build.builder.image,
    command: '/cnb/lifecycle/detector',
    args: ['-app=/workspace', '-group=/layers/group.toml', '-plan=/layers/plan.toml'],
    env: [platformApiEnv(build)],
    mounts: [LAYERS, PLATFORM, WORKSPACE, ...bindingMounts(operation)],
    credentials: [],
    trusted: false,
  };
}
