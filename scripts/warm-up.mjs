// Runs a bundle once and writes V8's compile cache of it: warm-up.mjs BUNDLE CACHE [ARGUMENT…]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { replaceFile } from './replace-file.mjs';

const [node, , filename, cache, ...args] = process.argv;
process.argv = [node, filename, ...args];
const script = new Script(readFileSync(filename, 'latin1'), { filename });
// At exit, because V8 compiles a function only when it is first called.
process.on('exit', () => {
  // Another process that builds the same bundle may already use the cache.
  replaceFile(cache, script.createCachedData());
});
script.runInThisContext()(createRequire(import.meta.url));
