'use strict';

const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { fileURLToPath } = require('node:url');

/**
 * A suite of `npm test` that is left out after it has passed may read these folders. The state of scripts/testing/unchanged.mjs has
 * the files of the project and its packages. The other folders belong to the system, or to the test that writes there.
 */
const DECLARED = [
  path.join(__dirname, '../..'),
  tmpdir(),
  '/dev',
  '/etc',
  '/proc',
  '/usr',
  path.dirname(process.execPath),
];
/** That state does not have git's history. */
const UNDECLARED = path.join(__dirname, '../../.git');
/** The functions of Node that read a file or a folder, whose first argument is a path. */
const READING = [
  'copyFile',
  'copyFileSync',
  'cp',
  'cpSync',
  'createReadStream',
  'open',
  'openAsBlob',
  'openSync',
  'opendir',
  'opendirSync',
  'readdir',
  'readdirSync',
  'readFile',
  'readFileSync',
];

const undeclared = new Set();

function isBelow(file, folder) {
  const relative = path.relative(folder, file);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`));
}

function note(file) {
  if (typeof file === 'number' || typeof file?.fd === 'number') return;
  const name = path.resolve(file instanceof URL ? fileURLToPath(file) : String(file));
  // Tests of missing files name them anywhere.
  if (!fs.existsSync(name)) return;
  if (isBelow(name, UNDECLARED) || !DECLARED.some((folder) => isBelow(name, folder))) undeclared.add(name);
}

for (const api of [fs, fs.promises])
  for (const name of READING) {
    const original = api[name];
    if (original === undefined) continue;
    api[name] = function reading(file, ...rest) {
      note(file);
      return original.call(this, file, ...rest);
    };
  }

syncBuiltinESMExports();

process.on('exit', () => {
  for (const file of undeclared)
    console.log(`a test reads ${file}, which is not in a declared folder of test/support/declared-files.cjs`);
  // Ends the process, because mocha sets the exit code of its tests in a later listener.
  if (undeclared.size > 0) process.exit(1);
});
