// Runs a bundle once, with the arguments that follow, and keeps what V8 has compiled of it: code-cache.mjs BUNDLE CACHE ARGUMENT…
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

const [node, , filename, cache, ...args] = process.argv;
process.argv = [node, filename, ...args];
const script = new Script(readFileSync(filename, 'latin1'), { filename });
// At the end and not at once: functions are compiled when they are first called.
process.on('exit', () => writeFileSync(cache, script.createCachedData()));
script.runInThisContext()(createRequire(import.meta.url), { exports: {} });
