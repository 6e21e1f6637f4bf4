import { busyboxLayer } from '../images/busybox-image.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import type { Registry } from '../registry/registry.ts';
import { lifecycleOfEnvironment } from './lifecycle-version.ts';
import { pushUniverse, type PushedUniverse } from './push-universe.ts';
import { universe } from './universe.ts';

/** The registries that have the universe. Its images are always the same. */
const pushed = new WeakMap<Registry, Promise<PushedUniverse>>();

/** Pushes the universe for use on a node, with the real lifecycle and a shell, unless the registry has it. */
export function pushRunningUniverse(registry: Registry): Promise<PushedUniverse> {
  const pushing = pushed.get(registry) ?? push(registry);
  pushed.set(registry, pushing);
  return pushing;
}

async function push(registry: Registry): Promise<PushedUniverse> {
  const version = lifecycleOfEnvironment(process.env);
  const programs = await ensurePrograms(['lifecycle', 'launcher'], console.error, { lifecycle: version });
  return pushUniverse(registry, universe({ busybox: busyboxLayer(), version, ...programs }));
}
