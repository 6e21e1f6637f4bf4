import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { byBytes } from './byte-order.mjs';

/** The folders whose files are part of a release. An ignored file there would be too. */
const INPUTS = ['config', 'docs', 'src', 'tasks', 'translators'];

/** Returns the paths of a folder's files in the commit, relative to the folder and in the order of their bytes. */
export function trackedFiles(root, folder) {
  const files = git(root, 'ls-files', '-z', '--', folder).split('\0');
  return files
    .filter((file) => file !== '')
    .map((file) => path.relative(folder, file))
    .toSorted(byBytes);
}

/** Returns how a work tree differs from its commit, in the lines of `git status --porcelain`. Ignored files of the inputs count. */
export function changesOf(root) {
  const status = ['status', '--porcelain', '--untracked-files=all'];
  return [...new Set([...gitLines(root, ...status), ...gitLines(root, ...status, '--ignored', '--', ...INPUTS)])];
}

/** Returns the lines that git prints. */
export function gitLines(root, ...args) {
  return git(root, ...args)
    .split('\n')
    .filter((line) => line !== '');
}

function git(root, ...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
}
