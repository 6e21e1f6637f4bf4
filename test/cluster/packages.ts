import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/** Debian's packages by name, each with the programs and files that the tests use. */
export type Packages = Readonly<Record<string, readonly string[]>>;

/** Returns the packages that this machine lacks. */
export function missingPackages(wanted: Packages): readonly string[] {
  return Object.entries(wanted)
    .filter(([, programs]) => !programs.every(isExecutable))
    .map(([name]) => name);
}

/** Needs root. Rejects with a message that names the command. */
export async function installPackages(names: readonly string[]): Promise<void> {
  const args = ['install', '--yes', '--no-install-recommends', ...names];
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 2 ** 26 };
  try {
    await promisify(execFile)('apt-get', ['update'], options);
    await promisify(execFile)('apt-get', args, options);
  } catch (cause) {
    throw new Error(`what is missing on this machine could not be installed: apt-get ${args.join(' ')}`, { cause });
  }
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
