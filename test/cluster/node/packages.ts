import process from 'node:process';
import { missingPackages, type Packages } from '../packages.ts';

/** The directory of Debian's CNI plugins. */
export const CNI_PLUGINS = '/usr/lib/cni';

/** The packages that a node needs. */
export const NODE_PACKAGES: Packages = {
  containerd: ['containerd', 'ctr'],
  crun: ['crun'],
  'containernetworking-plugins': [`${CNI_PLUGINS}/bridge`, `${CNI_PLUGINS}/host-local`, `${CNI_PLUGINS}/loopback`],
  'busybox-static': ['busybox'],
  iproute2: ['ip'],
  'util-linux': ['flock', 'mountpoint', 'nsenter', 'setpriv', 'unshare'],
};

/** Throws an error with a sentence if this machine cannot run a node. */
export function requireNodePackages(): void {
  if (process.getuid?.() !== 0) throw new Error('a node needs root: it makes mounts, a bridge and namespaces');
  const missing = missingPackages(NODE_PACKAGES);
  if (missing.length > 0) {
    throw new Error(`a node needs more of Debian: apt-get install --no-install-recommends ${missing.join(' ')}`);
  }
}
