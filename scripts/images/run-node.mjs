import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';

/** Names of architectures in Node and in QEMU. */
const OWN = { x64: 'amd64', arm64: 'arm64' }[process.arch];
const QEMU = { amd64: 'qemu-x86_64-static', arm64: 'qemu-aarch64-static' };

/** The paths of a Debian root file system with the libraries that Node loads. */
const LIBRARIES = ['./lib', './lib64', './usr/lib/*-linux-gnu/libstdc++.so*'];

/** The architecture of this machine. */
export const OWN_ARCHITECTURE = OWN;

/**
 * Returns the start of a command line that runs a Node on this machine. Another architecture's Node runs in QEMU, with the libraries
 * of `base`, the tar of its root file system, which are extracted to `folder`.
 */
export function nodeCommand(architecture, { file }, base, folder) {
  if (architecture === OWN) return [file];
  const emulator = QEMU[architecture];
  if (spawnSync(emulator, ['--version']).status !== 0) {
    throw new Error(
      `V8's compile cache for linux/${architecture} needs ${emulator}: install the Debian package qemu-user-static`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const extract = ['--extract', '--file', '-', '--directory', folder, '--no-same-owner', '--wildcards'];
  // A pattern without a match is an error of tar: arm64 has no lib64.
  const paths = LIBRARIES.filter((pattern) => architecture === 'amd64' || pattern !== './lib64');
  execFileSync('tar', [...extract, ...paths], { input: base, stdio: ['pipe', 'ignore', 'pipe'], maxBuffer: 2 ** 20 });
  return [emulator, '-L', folder, file];
}
