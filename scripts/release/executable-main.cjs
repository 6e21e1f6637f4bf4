// The main script of the self-contained executables (Node's single executable applications). It runs the bundled command from
// the executable's assets, with V8's compile cache.
const { createRequire } = require('node:module');
const { getRawAsset } = require('node:sea');
const { Script } = require('node:vm');

const builtin = createRequire(process.execPath);
const loaded = new Map();

run('taskpack.cjs', text('taskpack.cjs'), Buffer.from(getRawAsset('taskpack.cache')))(load);

/** Loads a separate file of the bundle from its asset, and other modules from Node. */
function load(name) {
  if (!name.startsWith('./')) return builtin(name);
  if (!loaded.has(name)) {
    const module = { exports: {} };
    loaded.set(name, module);
    const source = `(function (require, exports, module) {${text(name.slice(2))}\n})`;
    run(name, source)(load, module.exports, module);
  }
  return loaded.get(name).exports;
}

function run(filename, source, cachedData) {
  return new Script(source, { filename, cachedData }).runInThisContext();
}

function text(name) {
  return Buffer.from(getRawAsset(name)).toString('latin1');
}
