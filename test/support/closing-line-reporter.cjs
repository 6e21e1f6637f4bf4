'use strict';

const path = require('node:path');
const { reporters } = require('mocha');
const { processorSeconds } = require('../../scripts/testing/processor-seconds.cjs');

const NO_FILE = 'none';

/**
 * Prints every failure in full, the titles of skipped tests, and `N passed, N failed` alone on the last line. While tests
 * run, it prints a dot for each test. With `--reporter-option files` it prints a line for each file and for each failure, and at the end the
 * files with failures, which scripts/testing/suites.mjs runs again.
 */
class ClosingLine extends reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    failIfEndedEarly(runner);
    const skipped = [];
    runner.on('pending', (test) => skipped.push(test.fullTitle()));
    if (options.reporterOptions?.files === undefined) this.dots = new reporters.Dot(runner, options);
    else {
      announceFiles(runner);
      printFiles(runner);
      printFailuresAtOnce(runner);
      runner.once('end', () => this.epilogue());
      printFailedFiles(runner);
    }
    // Registered after the listener that prints the failures, so that these lines come last.
    runner.once('end', () => {
      for (const title of skipped) console.log(`skipped: ${title}`);
      console.log(closingLine(this.stats));
    });
  }
}

/** Prints the files that will run. If one of them waits forever, scripts/testing/suites.mjs runs them again. */
function announceFiles(runner) {
  const files = runner.suite.suites.map(({ file }) => path.relative('', file ?? NO_FILE));
  console.log(`files: ${JSON.stringify([...new Set(files)])}`);
}

/** Prints a line when the last suite of a file has ended: the times include the hooks, and the programs that they build. */
function printFiles(runner) {
  let file;
  let started;
  let processorAtStart;
  let tests = 0;
  const finish = (processorNow) => {
    if (file === undefined) return;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    // Programs that have left the process tree take their seconds along.
    const processor = Math.max(0, processorNow - processorAtStart).toFixed(1);
    const times = `${seconds.padStart(8)} s ${processor.padStart(7)} s cpu`;
    console.log(`${times} ${String(tests).padStart(4)} tests  ${path.relative('', file)}`);
  };
  runner.on('suite', (suite) => {
    if (suite.file === file || suite.file === undefined) return;
    const processorNow = processorSeconds();
    finish(processorNow);
    ({ file } = suite);
    started = performance.now();
    processorAtStart = processorNow;
    tests = 0;
  });
  runner.on('test', () => {
    tests += 1;
  });
  runner.once('end', () => finish(processorSeconds()));
}

/** The tests that follow can each wait for minutes, and the process can be killed before the failures are printed in full. */
function printFailuresAtOnce(runner) {
  runner.on('fail', (test, error) => {
    const [message] = String(error?.message ?? error).split('\n');
    console.log(`failed test: ${test.fullTitle()}: ${message}`);
  });
}

/** A test that ends the process would otherwise set its exit code, and hide the tests that have not run. */
function failIfEndedEarly(runner) {
  let hasEnded = false;
  runner.once('end', () => {
    hasEnded = true;
  });
  process.once('exit', (code) => {
    if (hasEnded) return;
    console.log(`the process ended with code ${code} before its tests had run`);
    process.exitCode = code === 0 ? 1 : code;
  });
}

/** Failures that belong to no file, such as those of root hooks, are those of the file `none`. */
function printFailedFiles(runner) {
  const failed = new Map();
  const passed = new Map();
  runner.on('fail', ({ file, parent }) => {
    const name = file ?? parent?.file ?? NO_FILE;
    failed.set(name, (failed.get(name) ?? 0) + 1);
  });
  runner.on('pass', ({ file }) => passed.set(file, (passed.get(file) ?? 0) + 1));
  runner.once('end', () => {
    for (const [file, count] of failed)
      console.log(
        `failed file: ${file === NO_FILE ? file : path.relative('', file)} (${passed.get(file) ?? 0} passed, ${count} failed)`,
      );
  });
}

function closingLine({ passes, failures, pending }) {
  return `${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`;
}

module.exports = ClosingLine;
