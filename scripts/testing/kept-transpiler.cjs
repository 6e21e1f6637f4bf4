'use strict';

const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const swcTranspiler = require('ts-node/transpilers/swc');

/** Imports of YAML files are texts, as in the bundle (scripts/esbuild.mjs). */
require.extensions['.yaml'] = (module, file) => {
  module.exports = readFileSync(file, 'utf8');
};

/** `npm ci` removes this folder with the rest of node_modules. */
const CACHE = path.resolve(__dirname, '../../node_modules/.cache/taskpack/transpiled');
const VERSIONS = ['@swc/core', 'ts-node'].map((name) => require(`${name}/package.json`).version);

/**
 * Returns a transpiler for ts-node: swc, whose results are kept in files. A process that loads all tests starts a
 * fifth faster with them. There is one result for each source file and set of options, for the newest content.
 */
exports.create = ({ folder = CACHE, ...options }) => {
  const { config } = options.service;
  const settings = JSON.stringify([VERSIONS, config.options, options.nodeModuleEmitKind]);
  mkdirSync(folder, { recursive: true });
  let swc;
  return {
    transpile(source, { fileName }) {
      const file = path.join(folder, hashOf(settings, fileName));
      const state = hashOf(source);
      const kept = keptResult(file);
      if (kept?.state === state) return kept.result;
      // Loaded only for a new source: swc itself takes longer to load than many results.
      swc ??= swcTranspiler.create(options);
      const result = swc.transpile(source, { fileName });
      write(file, { state, result });
      return result;
    },
  };
};

function hashOf(...texts) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length} ${text}`);
  return hash.digest('hex');
}

/** Returns `undefined` if there is no result, or if its file is damaged. */
function keptResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Replaces the file at once, because other processes read it meanwhile. */
function write(file, content) {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(content));
  renameSync(temporary, file);
}
