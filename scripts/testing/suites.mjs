import { processesOf, runNode, runProgram } from './processes.mjs';
import { fileIn, startTimes } from './times.mjs';

const CLOSING_LINE =
  /^(?<passed>\d+) passed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?(?:, (?<unchanged>\d+) suites? unchanged)?$/;
/** A line of `report` for a suite with failed files, and one for an unsteady file. */
const FAILED_SUITE = /^failed: .+ \((?<files>test\/[^)]+)\)$/;
const UNSTEADY_FILE = /^unsteady: (?<file>\S+) /;

const MAX_EXIT_CODE = 255;
/** The time that a program has to stop its servers after its closing line. */
const STOP_LIMIT_MS = 300_000;
/** The time that mocha has for one file: the longest needs five minutes beside other suites. */
const SILENCE_LIMIT_MS = 1_200_000;
/** The line of the reporter of test/support with the files that will run. */
const FILES_LINE = /^files: (?<files>\[.*\])$/;
/** A line of the reporter about a test that has just failed. */
const FAILED_TEST = /^failed test: /;
const COUNTS = ['passed', 'failed', 'skipped', 'unchanged'];

/** A suite that runs a program of the project. It counts as one test, and its output is shown only if it fails. */
export function check(name, ...args) {
  return {
    name,
    async run(print, variables = {}) {
      const output = [];
      const { code, processorSeconds } = await runNode(args, (line) => output.push(line), variables);
      if (code !== 0) print(output.join('\n'));
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, processorSeconds };
    },
  };
}

/** Tests make many short-lived objects. With 64 MiB for new objects, V8 collects garbage less often: a tenth less time. */
const NODE_OPTIONS = ['--max-semi-space-size=64'];

/**
 * A suite that runs mocha's tests in files or folders, with a line for each file. If mocha prints no line for `silenceMs`, one of its
 * tests waits for something that will not come: mocha is killed, and each file counts as one failure.
 */
export function mocha(name, ...args) {
  const options = ['--reporter-option', 'files=1'];
  const words = [...NODE_OPTIONS, 'node_modules/mocha/bin/mocha.js', ...options, ...args];
  // With all combinations, a file can take longer.
  const silenceMs = process.env.TASKPACK_TESTS === 'all' ? undefined : SILENCE_LIMIT_MS;
  return programSuite(name, process.execPath, words, { silenceMs });
}

/**
 * A suite that runs a program whose last line is a closing line. A run without a closing line, without any test, or with
 * an exit code that its closing line does not explain counts as one failure. A program that still runs `stopMs`
 * after its closing line is killed.
 */
export function command(name, program, ...args) {
  return programSuite(name, program, args, {});
}

function programSuite(name, program, args, ownLimits) {
  return {
    name,
    async run(print, variables = {}, givenLimits = {}) {
      const limits = { stopMs: STOP_LIMIT_MS, ...ownLimits, ...givenLimits };
      const output = outputOf(name, limits, print);
      const { code, processorSeconds } = await runProgram(program, args, {
        env: { ...process.env, ...variables },
        onStart: output.start,
        onLine: output.read,
        stop: output.stop,
      });
      const { counts, ...found } = output.end();
      const [passed, failed, skipped, unchanged] = COUNTS.map((count) => Number(counts[count] ?? 0));
      // mocha's exit code is the number of failures. Other programs end with 1.
      const isExplained = failed === 0 ? code === 0 : code === 1 || code === Math.min(failed, MAX_EXIT_CODE);
      const isBroken = !isExplained || passed + failed + unchanged === 0;
      if (isBroken) print(`${name} ended with code ${code} after ${passed} tests passed`);
      return { passed, failed: failed + (isBroken ? 1 : 0), skipped, unchanged, ...found, processorSeconds };
    },
  };
}

/** Reads the output of a program, and kills the program when a limit has passed. */
function outputOf(name, { stopMs, silenceMs }, print) {
  const found = { counts: {}, failedFiles: [], unsteady: [], files: [], failures: [] };
  const stop = new AbortController();
  let hasClosed = false;
  let hasEnded = false;
  let filesToRun = [];
  let timer;
  let pid;
  const kill = (why) => {
    const lines = [`${name} is killed because it ${why}`, ...processesOf(pid)];
    found.failures.push(...lines);
    print(lines.join('\n'));
    stop.abort();
  };
  const onSilence = () => {
    kill(`printed nothing for ${silenceMs / 1000} s: a test waits without a limit`);
    for (const file of filesToRun) print(`failed file: ${file} (0 passed, 1 failed)`);
    found.counts = { failed: filesToRun.length };
  };
  const onNoEnd = () =>
    kill(`did not end within ${stopMs / 1000} s after its tests: a test left a process or a server`);
  const setTimer = () => {
    clearTimeout(timer);
    // The last lines of a killed program can come after its end.
    if (hasEnded) return;
    if (hasClosed) timer = setTimeout(onNoEnd, stopMs);
    else if (silenceMs !== undefined) timer = setTimeout(onSilence, silenceMs);
  };
  const read = (line) => {
    const closing = CLOSING_LINE.exec(line)?.groups;
    const announced = FILES_LINE.exec(line)?.groups.files;
    if (closing !== undefined) found.counts = closing;
    else if (announced !== undefined) filesToRun = JSON.parse(announced);
    else print(line);
    hasClosed ||= closing !== undefined;
    setTimer();
    // Only mocha announces files. A runner of suites repeats the failures of its suites by itself.
    if (filesToRun.length > 0 && FAILED_TEST.test(line)) found.failures.push(line);
    const file = fileIn(line);
    if (file !== undefined) found.files.push(file);
    found.failedFiles.push(...(FAILED_SUITE.exec(line)?.groups.files.split(', ') ?? []));
    found.unsteady.push(...(UNSTEADY_FILE.exec(line)?.slice(1) ?? []));
  };
  return {
    stop: stop.signal,
    start: (id) => {
      pid = id;
      setTimer();
    },
    read,
    end: () => {
      hasEnded = true;
      clearTimeout(timer);
      return found;
    },
  };
}

/** Returns the suite, whose output is shown at its end, and only if it fails, skips tests or has unsteady files. */
export function quiet(suite) {
  return whole(suite, ({ failed, skipped, unsteady = [] }) => failed > 0 || skipped > 0 || unsteady.length > 0);
}

/** Returns the suite, whose output is shown at its end, so that it does not mix with the output of another suite. */
export function whole(suite, isShown = () => true) {
  return {
    ...suite,
    async run(print) {
      const output = [];
      const counts = await suite.run((line) => output.push(line));
      if (isShown(counts)) print(output.join('\n'));
      return counts;
    },
  };
}

/**
 * Runs suites in their order, as many at once as `atOnce` says. Prints a line for each that has ended, and adds it to the table
 * of `npm run test:times`.
 */
export async function runSuites(suites, { atOnce, record = startTimes() }) {
  const waiting = [...suites];
  const results = [];
  const work = async () => {
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift())
      results.push(await runSuite(suite, record));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

async function runSuite({ name, run }, record) {
  const start = Date.now() / 1000;
  const counts = await run((line) => console.log(line)).catch((error) => {
    console.log(error.stack);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  const seconds = Date.now() / 1000 - start;
  record({ suite: name, start, seconds, processorSeconds: 0, files: [], ...counts });
  console.log(`${counts.failed === 0 ? 'ok' : 'failed'}: ${name} (${closingLine(counts)}, ${seconds.toFixed(1)} s)`);
  return { name, ...counts };
}

/** Prints why tests failed, the suites that failed, the unsteady files and the closing line, which the runner of the continuous integration reads. */
export function report(results, lines = []) {
  for (const line of results.flatMap(({ failures = [] }) => failures)) console.log(line);
  for (const { name, failed, failedFiles = [] } of results)
    if (failed > 0) console.log(`failed: ${name}${failedFiles.length > 0 ? ` (${failedFiles.join(', ')})` : ''}`);
  for (const file of results.flatMap(({ unsteady = [] }) => unsteady))
    console.log(`unsteady: ${file} (failed, and passed in a second run)`);
  for (const line of lines) console.log(line);
  const sums = COUNTS.map((count) => [count, results.reduce((total, counts) => total + (counts[count] ?? 0), 0)]);
  const { passed, failed, skipped, unchanged } = Object.fromEntries(sums);
  if (failed > 0 || passed + unchanged === 0) process.exitCode = 1;
  console.log(closingLine({ passed, failed, skipped, unchanged }));
}

/** The continuous integration reads the first two counts. A suite that did not run, because it is unchanged, has passed no test. */
function closingLine({ passed, failed, skipped, unchanged = 0 }) {
  const suites = unchanged > 0 ? [`${unchanged} ${unchanged === 1 ? 'suite' : 'suites'} unchanged`] : [];
  return [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : []), ...suites].join(', ');
}
