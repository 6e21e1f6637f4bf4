import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import type { TarEntry } from '../../../src/core/oci/tar.ts';

/** Returns an executable file of this machine as a file of an image. */
export function machineProgram(place: string, source = place): TarEntry {
  return { path: place, kind: 'file', content: readFileSync(realpathSync(source)), mode: 0o755 };
}

/** Returns the libraries and the loader of this machine's programs, at the paths at which the loader looks for them. */
export function machineLibraries(executables: readonly string[]): readonly TarEntry[] {
  const places = executables.flatMap((executable) => {
    const lines = execFileSync('ldd', [executable], { encoding: 'utf8' }).split('\n');
    return lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? []);
  });
  return [...new Set(places)].map((place) => machineProgram(place));
}
