import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { missingPackages } from '../cluster/node/packages.ts';
import type { Progress } from './progress.ts';

/** What the demo needs beside a node: a source is in git, and the images' base is made by mmdebstrap. */
const OTHERS = { git: ['git'], mmdebstrap: ['mmdebstrap'] };

/** Installs what is missing of Debian, or throws a sentence. */
export async function ensurePackages(progress: Progress): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new Error('the demo starts a node, which makes mounts, a bridge and namespaces: run it as root');
  }
  const missing = missingPackages(OTHERS);
  if (missing.length === 0) return;
  await progress.step(
    'packages',
    async () => install(missing),
    () => missing.join(' '),
  );
}

async function install(packages: readonly string[]): Promise<void> {
  const args = ['install', '--yes', '--no-install-recommends', ...packages];
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 2 ** 26 };
  try {
    await promisify(execFile)('apt-get', ['update'], options);
    await promisify(execFile)('apt-get', args, options);
  } catch (cause) {
    throw new Error(`the demo needs what this installs, and it failed: apt-get ${args.join(' ')}`, { cause });
  }
}
