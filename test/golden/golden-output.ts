import { applyPatch, createTwoFilesPatch, parsePatch } from 'diff';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WORKLOADS, type Workload } from '../../src/core/model/workload.ts';

const FOLDER = import.meta.dirname;
/** Enough lines around a change to see which object and container it is in. */
const CONTEXT_LINES = 2;

/** Returns the names of all golden cases: first the full ones, which an update must write before the diffs against them. */
export function goldenNames(): readonly string[] {
  const entries = readdirSync(FOLDER, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return [...names.filter(isFull), ...names.filter((name) => !isFull(name))];
}

function isFull(name: string): boolean {
  return WORKLOADS.some((backend) => existsSync(fileOf(name, backend, 'yaml')));
}

/**
 * Returns the expected output of a case: the content of `<backend>.yaml`, or `<backend>.diff` applied to the full output of
 * the case that the first line of the diff names. Returns `undefined` for a case that prints nothing. Throws if a diff does
 * not apply.
 */
export function goldenOutput(name: string, backend: Workload): string | undefined {
  const full = fileOf(name, backend, 'yaml');
  if (existsSync(full)) return readFileSync(full, 'utf8');
  const file = fileOf(name, backend, 'diff');
  if (!existsSync(file)) return undefined;
  const diff = readFileSync(file, 'utf8');
  const base = goldenOutput(baseOf(diff, file), backend);
  const text = base === undefined ? false : applyPatch(base, diff, { fuzzFactor: 0, autoConvertLineEndings: false });
  if (text === false) throw new Error(`${file} does not apply to its base: run UPDATE_GOLDEN=1 npx mocha test/golden`);
  return text;
}

/** Writes the expected output of a case, in the form that the case has: in full, or as a diff. A new case becomes a diff. */
export function writeGoldenOutput(name: string, backend: Workload, text: string): void {
  const full = fileOf(name, backend, 'yaml');
  const file = fileOf(name, backend, 'diff');
  if (text === '') for (const each of [full, file]) rmSync(each, { force: true });
  else if (existsSync(full)) writeFileSync(full, text);
  else writeFileSync(file, existsSync(file) ? diffFrom(baseOf(readFileSync(file, 'utf8'), file), backend, text) : shortestDiff(backend, text));
}

/** Returns the diff from the full case that gives the fewest lines. */
function shortestDiff(backend: Workload, text: string): string {
  const bases = goldenNames().filter((name) => existsSync(fileOf(name, backend, 'yaml')));
  const diffs = bases.map((base) => diffFrom(base, backend, text));
  return diffs.reduce((best, diff) => (diff.split('\n').length < best.split('\n').length ? diff : best));
}

function diffFrom(base: string, backend: Workload, text: string): string {
  const from = readFileSync(fileOf(base, backend, 'yaml'), 'utf8');
  const options = { context: CONTEXT_LINES, headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true } };
  return createTwoFilesPatch(`../${base}/${backend}.yaml`, `${backend}.yaml`, from, text, undefined, undefined, options);
}

function baseOf(diff: string, file: string): string {
  const base = /^\.\.\/(?<base>[^/]+)\//.exec(parsePatch(diff)[0]?.oldFileName ?? '')?.groups?.['base'];
  if (base === undefined) throw new Error(`${file} names no base in its first line: --- ../CASE/BACKEND.yaml`);
  return base;
}

function fileOf(name: string, backend: Workload, extension: string): string {
  return path.join(FOLDER, name, `${backend}.${extension}`);
}
