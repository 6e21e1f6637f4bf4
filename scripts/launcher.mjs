/**
 * The text of `taskpack.mjs`, which runs `NAME.cjs` with what V8 compiled of it when it was built (`NAME.cache`): that
 * takes a third off the time to start. A V8 that cannot use the cache refuses it and compiles the text instead.
 */
export function launcher(name) {
  return `#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

const filename = join(import.meta.dirname, '${name}.cjs');
const cachedData = readFileSync(join(import.meta.dirname, '${name}.cache'));
const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
script.runInThisContext()(createRequire(import.meta.url), { exports: {} });
`;
}
