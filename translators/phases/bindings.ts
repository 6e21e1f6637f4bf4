import { dnsLabel } from '../../src/core/model/names.ts';
import type { Binding, FullBuild } from '../../src/core/model/resolved-build.ts';
import {
  BINDINGS_PATH,
  configMapVolume,
  readOnlyMount,
  secretVolume,
  type Volume,
  type VolumeMount,
} from './volumes.ts';

interface Mounted {
  readonly volume: Volume;
  readonly mount: VolumeMount;
}

export function bindingVolumes(build: FullBuild): readonly Volume[] {
  return build.bindings.flatMap(mounted).map(({ volume }) => volume);
}

export function bindingMounts(build: FullBuild): readonly VolumeMount[] {
  return build.bindings.flatMap(mounted).map(({ mount }) => mount);
}

/** Returns the directories below `<platform>/bindings` that a binding is mounted at. */
export function bindingDirectories(binding: Binding): readonly string[] {
  return mounted(binding).map(({ mount }) => mount.mountPath.slice(`${BINDINGS_PATH}/`.length));
}

/**
 * Mounts a service binding at `<platform>/bindings/<name>` (Service Binding specification), and a CNB binding at the
 * directories `metadata` and `secret` below that path (the older CNB bindings specification).
 */
function mounted(binding: Binding): readonly Mounted[] {
  const directory = `${BINDINGS_PATH}/${binding.name}`;
  switch (binding.kind) {
    case 'service':
      return [secret(dnsLabel('binding-', binding.name), binding.secret, directory)];
    case 'cnb':
      return [
        metadata(dnsLabel('binding-metadata-', binding.name), binding.metadata, `${directory}/metadata`),
        ...(binding.secret === undefined
          ? []
          : [secret(dnsLabel('binding-secret-', binding.name), binding.secret, `${directory}/secret`)]),
      ];
  }
}

function secret(volume: string, name: string, path: string): Mounted {
  return { volume: secretVolume(volume, name), mount: readOnlyMount(volume, path) };
}

function metadata(volume: string, name: string, path: string): Mounted {
  return { volume: configMapVolume(volume, name), mount: readOnlyMount(volume, path) };
}
