import { busyboxLayer } from '../images/busybox-image.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import type { Registry } from '../registry/registry.ts';
import { pushUniverse, type PushedUniverse } from './push-universe.ts';
import { universe } from './universe.ts';

/** Pushes the universe for use on a node: with the real lifecycle and a shell. */
export async function pushRunningUniverse(registry: Registry): Promise<PushedUniverse> {
  const programs = await ensurePrograms(['lifecycle', 'launcher'], console.error);
  return pushUniverse(registry, universe({ busybox: busyboxLayer(), ...programs }));
}
