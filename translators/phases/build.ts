import type { FullBuild, ResolvedBuild } from '../../src/model/resolved-build.ts';
import { bindingMounts } from './bindings.ts';
import { platformApiEnv, SERVICE_BINDING_ROOT_ENV } from './environment.ts';
import { LAYERS, PLATFORM, WORKSPACE } from './mounts.ts';
import type { Phase } from './phase.ts';

/** Runs the buildpacks that detect has chosen (buildpacks/spec, platform.md, builder). */
export function build(resolved: ResolvedBuild, operation: FullBuild): Phase {
  return {
    name: 'build',
    image: resolved.builder.image,
    command: '/cnb/lifecycle/builder',
    args: ['-layers=/layers', '-app=/workspace', '-group=/layers/group.toml', '-plan=/layers/plan.toml'],
    env: [platformApiEnv(resolved), SERVICE_BINDING_ROOT_ENV],
    mounts: [LAYERS, PLATFORM, WORKSPACE, ...bindingMounts(operation)],
    credentials: [],
    trusted: false,
  };
}
