import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PAUSE_IMAGE } from '../images/pause-image.ts';
import type { ProcessSpec } from '../processes/leashed-process.ts';
import { writeNetworkConfiguration } from './container-network.ts';
import { CNI_PLUGINS } from './packages.ts';
import { registryHostsFolder } from './registry-host.ts';

export function containerdSocket(folder: string): string {
  return path.join(folder, 'containerd.sock');
}

export function containerd(folder: string): Omit<ProcessSpec, 'log'> {
  const file = path.join(folder, 'containerd.toml');
  writeFileSync(file, configuration(folder, writeNetworkConfiguration(folder)));
  return { name: 'containerd', command: 'containerd', args: ['--config', file] };
}

function configuration(folder: string, networks: string): string {
  const place = (...names: readonly string[]): string => JSON.stringify(path.join(folder, ...names));
  return `version = 2
root = ${place('containerd', 'root')}
state = ${place('containerd', 'state')}
disabled_plugins = [
  "io.containerd.internal.v1.opt",
  "io.containerd.snapshotter.v1.aufs",
  "io.containerd.snapshotter.v1.btrfs",
  "io.containerd.snapshotter.v1.devmapper",
  "io.containerd.snapshotter.v1.zfs",
]

[grpc]
address = ${JSON.stringify(containerdSocket(folder))}

[plugins."io.containerd.grpc.v1.cri"]
# Lowering a score takes a capability that root may not have.
restrict_oom_score_adj = true
sandbox_image = "${PAUSE_IMAGE}"
netns_mounts_under_state_dir = true

[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "${CNI_PLUGINS}"
conf_dir = ${JSON.stringify(networks)}

[plugins."io.containerd.grpc.v1.cri".registry]
config_path = ${JSON.stringify(registryHostsFolder(folder))}

[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"

[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
# To start and end a container takes runc almost three times as much of the processors.
BinaryName = "crun"
SystemdCgroup = false
Root = ${place('crun')}
`;
}
