import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.mjs';

/** The last result of each subject on each version: `npm run generate` makes docs/reference/versions.md of it. */
const RESULTS_FILE = 'test/versions.json';
const GENERATED = 'docs/reference/versions.md';

/** Returns the last results: system → version → subject → `{ commit, date, passed, failed, skipped }`. */
export function readResults(root = ROOT) {
  return JSON.parse(readFileSync(join(root, RESULTS_FILE), 'utf8'));
}

/**
 * Records the result of a subject with the tested commit, and returns a line about that. Records nothing if the work tree differs from
 * its commit, or without git, because the tested files are then unknown.
 */
export function recordResult(
  { system, version, subject },
  { passed, failed, skipped },
  { root = ROOT, commit = testedCommit(root) } = {},
) {
  const name = `${subject} on ${system} ${version}`;
  if (commit === undefined) return `not recorded: ${name}, because the files are not those of a commit`;
  const results = readResults(root);
  const date = new Date().toISOString().slice(0, 10);
  const ofVersion = { ...results[system]?.[version], [subject]: { commit, date, passed, failed, skipped } };
  const all = { ...results, [system]: { ...results[system], [version]: ofVersion } };
  writeFileSync(join(root, RESULTS_FILE), `${JSON.stringify(all, undefined, 2)}\n`);
  return `recorded in ${RESULTS_FILE}: ${name}`;
}

/** Returns the commit of the work tree, or `undefined` if a tracked file other than the results differs from it. */
function testedCommit(cwd) {
  const git = (...args) => execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const paths = ['.', `:!${RESULTS_FILE}`, `:!${GENERATED}`];
    const changes = git('status', '--porcelain', '--untracked-files=no', '--', ...paths);
    return changes === '' ? git('rev-parse', 'HEAD').trim() : undefined;
  } catch {
    return undefined;
  }
}
