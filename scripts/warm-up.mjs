// Runs a bundle once and writes V8's compile cache of it: warm-up.mjs BUNDLE CACHE [ARGUMENT…]
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

const [node, , filename, cache, ...args] = process.argv;
process.argv = [node, filename, ...args];
const script = new Script(readFileSync(filename, 'latin1'), { filename });
// At exit, because V8 compiles a function only when it is first called.
process.on('exit', () => {
  const unfinished = `${cache}.${process.pid}`;
  writeFileSync(unfinished, script.createCachedData());
  // At once, because another process that builds the same bundle may already use the cache.
  renameSync(unfinished, cache);
});
script.runInThisContext()(createRequire(import.meta.url));
