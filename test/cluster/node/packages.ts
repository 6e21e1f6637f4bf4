import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Where Debian puts CNI's plugins. */
export const CNI_PLUGINS = '/usr/lib/cni';

/** What a node needs of the machine: files, and the Debian packages that they are in. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  containerd: ['containerd', 'ctr'],
  runc: ['runc'],
  'containernetworking-plugins': [`${CNI_PLUGINS}/bridge`, `${CNI_PLUGINS}/host-local`, `${CNI_PLUGINS}/loopback`],
  'busybox-static': ['busybox'],
  iproute2: ['ip'],
  'util-linux': ['flock', 'nsenter', 'setpriv', 'unshare'],
};

/** Throws a sentence, if a node cannot be started here. */
export function requireNodePackages(): void {
  if (process.getuid?.() !== 0) throw new Error('a node needs root: it makes mounts, a bridge and namespaces');
  const missing = missingPackages();
  if (missing.length > 0) {
    throw new Error(`a node needs more of Debian: apt-get install --no-install-recommends ${missing.join(' ')}`);
  }
}

/** What of that, and of others, is not on this machine. */
export function missingPackages(others: typeof REQUIRED = {}): readonly string[] {
  const wanted = Object.entries({ ...REQUIRED, ...others });
  return wanted.filter(([, programs]) => !programs.every(isExecutable)).map(([name]) => name);
}

function isExecutable(program: string): boolean {
  const { PATH = '' } = process.env;
  return PATH.split(path.delimiter).some((folder) => {
    try {
      accessSync(path.resolve(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
