// Runs a bundle once and writes V8's compile cache of it: warm-up.mjs BUNDLE CACHE [ARGUMENT…]
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

const [node, , filename, cache, ...args] = process.argv;
process.argv = [node, filename, ...args];
const script = new Script(readFileSync(filename, 'latin1'), { filename });
// At exit, because V8 compiles a function only when it is first called.
process.on('exit', () => writeFileSync(cache, script.createCachedData()));
script.runInThisContext()(createRequire(import.meta.url));
