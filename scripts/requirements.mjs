import { spawnSync } from 'node:child_process';
import { require } from './typescript.mjs';

const GO = { major: 1, minor: 26 };

/**
 * Returns what the tests need and this machine lacks, a sentence each: Go, Debian's packages and, if `root` is set, root's
 * rights.
 */
export function missingRequirements({ root }) {
  const { missingTestPackages } = require('../test/cluster/test-packages.ts');
  const packages = missingTestPackages({ node: root });
  return [
    ...(hasGo()
      ? []
      : [`Install Go ${GO.major}.${GO.minor} or newer and put it on the PATH: the tests build real servers.`]),
    ...(packages.length === 0
      ? []
      : [`Install Debian's packages ${packages.join(' ')}, or run .ci/packages as root, which installs them.`]),
    ...(root && process.getuid?.() !== 0
      ? ['Run these tests as root: a node makes mounts, a bridge and namespaces.']
      : []),
  ];
}

function hasGo() {
  const { stdout } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  const [, major, minor] = /^go(\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) > GO.major || (Number(major) === GO.major && Number(minor) >= GO.minor);
}
