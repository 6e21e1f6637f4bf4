import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** A Go module at one version, with the hash that its content must have (go.sum's `h1:`). */
export interface GoModule {
  readonly path: string;
  readonly version: string;
  readonly sum: string;
}

/** The folder of a module in Go's own cache, fetched if it is not there. */
export function moduleFolder({ path, version, sum }: GoModule): string {
  const answer = JSON.parse(goModDownload(`${path}@${version}`)) as { Dir?: string; Sum?: string; Error?: string };
  if (answer.Dir === undefined) throw new Error(`go mod download ${path}@${version}: ${answer.Error}`);
  if (answer.Sum !== sum) throw new Error(`${path}@${version} has the hash ${answer.Sum}, expected ${sum}`);
  return answer.Dir;
}

function goModDownload(module: string): string {
  try {
    return execFileSync('go', ['mod', 'download', '-json', module], { cwd: tmpdir(), encoding: 'utf8' });
  } catch (cause) {
    throw new Error('these tests read schemas from Go modules: install Go 1.24 or newer and put it on the PATH', {
      cause,
    });
  }
}
