/**
 * Returns the text of `taskpack.cjs`, which runs `NAME.cjs`. It is CommonJS, because Node starts a module 5 ms later. V8's
 * compile cache of the program (`NAME.cache`, written at build time) takes a third off the start-up time. Without a usable
 * cache (missing, cut short, from another Node version) V8 compiles the text instead.
 */
export function launcher(name) {
  return `#!/usr/bin/env node
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, '${name}.cjs');
const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData: compileCache() });
script.runInThisContext()(require);

function compileCache() {
  try {
    return readFileSync(join(__dirname, '${name}.cache'));
  } catch {
    return undefined;
  }
}
`;
}
