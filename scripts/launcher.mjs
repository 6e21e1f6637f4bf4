/**
 * Returns the text of `taskpack.mjs`, which runs `NAME.cjs`. V8's compile cache of it (`NAME.cache`, written at build time)
 * takes a third off the start-up time. Without a usable cache (missing, cut short, from another Node version) V8 compiles
 * the text instead.
 */
export function launcher(name) {
  return `#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

const filename = join(import.meta.dirname, '${name}.cjs');
const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData: compileCache() });
script.runInThisContext()(createRequire(import.meta.url), { exports: {} });

function compileCache() {
  try {
    return readFileSync(join(import.meta.dirname, '${name}.cache'));
  } catch {
    return undefined;
  }
}
`;
}
