import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../support/command.ts';

/** The version that the tests upgrade from. There is no release yet, so it is a commit from before, with a version of its own. */
const EARLIER = { commit: 'c324f8f6ab8359666b34c0711f1bda0d6b3737f8', version: '0.0.1' };

/** An earlier version of taskpack, whose images are in a registry. */
export interface EarlierVersion {
  /** The shell command that runs its command line. */
  readonly command: string;
  readonly version: string;
  /** Runs its command line, and returns the output. */
  readonly run: (...args: readonly string[]) => string;
  readonly remove: () => void;
}

/** Builds the earlier version from its commit, and pushes its images. Throws if this clone lacks the commit. */
export async function makeEarlierVersion(registry: string): Promise<EarlierVersion> {
  const { commit, version } = EARLIER;
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-earlier-'));
  try {
    extract(commit, folder);
    setVersion(folder, version);
    await run(folder, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund');
    await run(folder, process.execPath, 'scripts/images.mjs', '--push', registry);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  const start = path.join(folder, 'scripts/start.mjs');
  return {
    command: `"${process.execPath}" "${start}"`,
    version,
    run: (...args) => execFileSync(process.execPath, [start, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function extract(commit: string, folder: string): void {
  // The work tree may belong to another user, as in a container.
  const args = ['-c', 'safe.directory=*', 'archive', commit];
  let archive: Buffer;
  try {
    archive = execFileSync('git', args, { cwd: ROOT, stdio: 'pipe', maxBuffer: 2 ** 29 });
  } catch (cause) {
    throw new Error(`this clone lacks the commit ${commit}, from which the test upgrades: run git fetch --unshallow`, {
      cause,
    });
  }
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/** Gives the images another tag than those of this version. The paths are those of the earlier commit. */
function setVersion(folder: string, version: string): void {
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, version }, undefined, 2));
  writeFileSync(path.join(folder, 'src/settings/version.ts'), `export const VERSION = '${version}';\n`);
}

async function run(cwd: string, program: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, args, { cwd, maxBuffer: 2 ** 26 });
}
