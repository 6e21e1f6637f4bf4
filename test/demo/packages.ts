import process from 'node:process';
import { NODE_PACKAGES } from '../cluster/node/packages.ts';
import { installPackages, missingPackages, type Packages } from '../cluster/packages.ts';
import type { Progress } from './progress.ts';

/** Packages besides the node's: git for the source, and mmdebstrap for the base of the images. */
const PACKAGES: Packages = { ...NODE_PACKAGES, git: ['git'], mmdebstrap: ['mmdebstrap'] };

/** Installs missing Debian packages, or throws an error with a sentence. */
export async function ensurePackages(progress: Progress): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new Error('the demo starts a node, which makes mounts, a bridge and namespaces: run it as root');
  }
  const missing = missingPackages(PACKAGES);
  if (missing.length === 0) return;
  await progress.step(
    'packages',
    async () => installPackages(missing),
    () => missing.join(' '),
  );
}
