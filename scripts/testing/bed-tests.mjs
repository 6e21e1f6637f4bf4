import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.mjs';
import { CACHE } from './checks.mjs';
import { withImports } from './imports.mjs';
import { stateOf, unlessPassed } from './unchanged.mjs';

/** The folder of the test bed, with the go.mod of each program. */
const BED = 'test/cluster';
/** The programs of the bed that Debian provides. */
const PROGRAMS = ['containerd', 'crun'];

/** The same suite, whose files test the bed: it runs again after it has passed only if the bed has changed. */
export function unlessBedUnchanged(suite, files) {
  const folder = join(ROOT, CACHE);
  mkdirSync(folder, { recursive: true });
  return unlessPassed(suite, { currentState: () => stateOfBed(files), folder });
}

function stateOfBed(files) {
  const versions = PROGRAMS.map((program) => execFileSync(program, ['--version'], { encoding: 'utf8' }));
  return [stateOf(ROOT, [BED, ...withImports(files)]), ...versions].join('\n');
}
