import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.mjs';
import { mocha, runSuites } from './suites.mjs';
import { startTimes } from './times.mjs';

/** A line of the reporter of test/support for each file with failures. The failures in no file are those of `none`. */
export const FAILED_FILE = /^failed file: (?<file>.+) \((?<passed>\d+) passed, (?<failed>\d+) failed\)$/;
const NO_FILE = 'none';

/** A suite of mocha's tests whose files with failures run again, by themselves. */
export function mochaWithSecondRun(name, ...args) {
  return withSecondRun(mocha(name, ...args), (files) => mocha(name, ...files));
}

/**
 * A suite like that of `mochaWithSecondRun`. Its first run waits for further environment variables, for example of a cluster that several
 * suites share. The second run has none of them, because the first one leaves objects behind.
 */
export function mochaIn(variables, name, ...args) {
  const suite = mocha(name, ...args);
  const run = async (print) => suite.run(print, await variables());
  return withSecondRun({ name, run }, (files) => mocha(name, ...files));
}

/** Returns the files with a race that has been seen and is not mended. */
function knownUnsteadyFiles() {
  return JSON.parse(readFileSync(join(ROOT, 'test/unsteady.json'), 'utf8')).map(({ file }) => file);
}

/**
 * Returns the suite, which runs the files with failures again and counts the results of the second run. A file that passes only then is
 * unsteady: the machine is loaded, or the test or the product has a race. Its failures stay in the output. A file of `known`, whose race
 * has been seen before, then fails. Failures outside a file, and programs that end early, have no second run.
 */
export function withSecondRun(suite, ofFiles, known = knownUnsteadyFiles()) {
  return {
    ...suite,
    async run(print) {
      const first = await runWithFailedFiles(suite, print);
      if (first.failedFiles.size === 0) return first.counts;
      const files = [...first.failedFiles.keys()];
      print(`second run: ${files.join(' ')}`);
      return countsOfBoth(first, await runWithFailedFiles(ofFiles(files), print), { known, print });
    },
  };
}

/** A suite of mocha's tests. `withLateSecondRuns` runs its files with failures again. */
export function mochaWithLateSecondRun(name, ...args) {
  return lateSecondRun(mocha(name, ...args));
}

/** Returns the suite, whose results have `toRunAgain`: the files with failures, and how many of their tests have passed. */
export function lateSecondRun(suite) {
  return {
    ...suite,
    async run(print) {
      const { counts, failedFiles } = await runWithFailedFiles(suite, print);
      return { ...counts, toRunAgain: failedFiles };
    },
  };
}

/**
 * Runs the files with failures of suites that have ended again, like `withSecondRun`, one suite after the other. Returns the results of
 * all suites.
 */
export async function withLateSecondRuns(
  results,
  { ofFiles = mocha, known = knownUnsteadyFiles(), record = startTimes() } = {},
) {
  const all = [];
  for (const { name, toRunAgain: failedFiles = new Map(), ...counts } of results) {
    const first = { counts, failedFiles };
    const isSteady = failedFiles.size === 0;
    const again = isSteady ? undefined : await lateRun(ofFiles(`second run: ${name}`, ...failedFiles.keys()), record);
    all.push({ name, ...(isSteady ? counts : countsOfBoth(first, again, { known, print: console.log })) });
  }
  return all;
}

/** Runs a suite, with its line and its times. A suite that cannot run has failed. */
async function lateRun(suite, record) {
  let again = { counts: { passed: 0, failed: 1, skipped: 0 }, failedFiles: new Map() };
  const run = async (print) => {
    again = await runWithFailedFiles(suite, print);
    return again.counts;
  };
  await runSuites([{ ...suite, run }], { atOnce: 1, record });
  return again;
}

/** Returns the results of a suite after the second run of its files with failures. */
function countsOfBoth({ counts: first, failedFiles }, { counts: second, failedFiles: failedAgain }, { known, print }) {
  const files = [...failedFiles.keys()];
  const passedBefore = [...failedFiles.values()].reduce((total, passed) => total + passed, 0);
  const hasFiles = second.failed === 0 || failedAgain.size > 0;
  const unsteady = hasFiles ? files.filter((file) => !failedAgain.has(file)) : [];
  const unmended = unsteady.filter((file) => known.includes(file));
  for (const file of unmended) print(`${file} is unsteady again: mend the race that test/unsteady.json names`);
  return {
    ...first,
    passed: first.passed - passedBefore + second.passed,
    failed: second.failed + unmended.length,
    files: [...(first.files ?? []), ...(second.files ?? [])],
    failures: [...(first.failures ?? []), ...(second.failures ?? [])],
    processorSeconds: (first.processorSeconds ?? 0) + (second.processorSeconds ?? 0),
    failedFiles: hasFiles ? [...failedAgain.keys(), ...unmended] : files,
    unsteady: unsteady.filter((file) => !unmended.includes(file)),
  };
}

/** Returns the counts, and for each file with failures how many of its tests have passed. Returns no files if they do not have all failures. */
async function runWithFailedFiles(suite, print) {
  const failedFiles = new Map();
  let failedInFiles = 0;
  const counts = await suite.run((line) => {
    const groups = FAILED_FILE.exec(line)?.groups;
    if (groups !== undefined) {
      failedFiles.set(groups.file, Number(groups.passed));
      failedInFiles += Number(groups.failed);
    }
    print(line);
  });
  const hasAll = failedInFiles === counts.failed && !failedFiles.has(NO_FILE);
  return { counts, failedFiles: hasAll ? failedFiles : new Map() };
}
