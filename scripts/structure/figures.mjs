import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeLines } from './code-lines.mjs';
import { readUses } from './uses.mjs';

/** The files that count in each place. */
const PLACES = {
  src: /^src\/.*\.ts$/,
  translators: /^translators\/.*\.ts$/,
  Go: /^(?:export-guard|fallback-entrypoint)\/.*(?<!_test)\.go$/,
  scripts: /^scripts\/.*\.(?:[cm]?[jt]s|sh)$/,
};
/** YAML that people write instead of code: not the definitions of the API and not the samples. */
const YAML = /^config\/(?!(?:.*\/)?(?:300-crds|crds|v1alpha3|samples)\/).*\.(?:yaml|tpl)$/;
const FOLDERS = ['src', 'translators', 'export-guard', 'fallback-entrypoint', 'scripts', 'config', 'test'];
const GENERATED = /Written by npm run generate/;

const SMALL_FILE_LINES = 45;
const SMALL_FUNCTION_LINES = 5;

/** Returns the figures of a work tree, a line for each. */
export function figuresText(root) {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const paths = folders.flatMap((folder) => filesBelow(root, folder));
  return [...sizes(root, paths), ...users(root, paths)]
    .map(([name, count]) => `${count.toLocaleString('en').padStart(7)}  ${name}`)
    .join('\n');
}

function sizes(root, paths) {
  const linesOf = (place) => sum(paths.filter((path) => place.test(path)).map((path) => writtenLines(root, path)));
  const places = Object.entries(PLACES).map(([name, place]) => [`  in ${name}`, linesOf(place)]);
  return [
    ['lines of code, without comments, blank lines, generated files and tests', sum(places.map(([, count]) => count))],
    ...places,
    ['lines of YAML in config, without generated files, definitions and samples', linesOf(YAML)],
    ['folders directly in src', new Set(paths.flatMap((path) => path.match(/^src\/[^/]+\//) ?? [])).size],
  ];
}

function users(root, paths) {
  const scripts = paths.filter((path) => /^(?:src|translators|scripts|test)\/.*\.[cm]?[jt]s$/.test(path));
  const { files, functions, exports } = readUses(root, scripts);
  const small = files
    .filter(({ lines, importers }) => lines <= SMALL_FILE_LINES && importers.length > 0)
    .map(({ folder, importers }) => ({
      ofOne: importers.length === 1,
      ofFolder: importers.every((importer) => dirname(importer) === folder),
    }));
  const parts = functions.filter(
    ({ lines, calls, isTested }) => lines <= SMALL_FUNCTION_LINES && calls === 1 && !isTested,
  );
  return [
    ['files in src and translators', files.length],
    [
      '  of at most 45 lines, for one file or one folder',
      small.filter(({ ofOne, ofFolder }) => ofOne || ofFolder).length,
    ],
    [
      '  of at most 45 lines, for one file of the folder',
      small.filter(({ ofOne, ofFolder }) => ofOne && ofFolder).length,
    ],
    ['functions below six lines with one caller and no test', parts.length],
    ['exports with one user', exports.filter(({ users: count }) => count === 1).length],
  ];
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function writtenLines(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  return GENERATED.test(text.slice(0, 200)) ? 0 : codeLines(path, text);
}

function filesBelow(root, folder) {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => !path.includes('node_modules/')).map((path) => `${folder}/${path}`);
}
