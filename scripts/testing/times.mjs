import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '../root.mjs';

/** One line for each suite of the last command. `npm ci` removes this file with the rest of node_modules. */
export const TABLE = join(ROOT, 'node_modules/.cache/taskpack/times.jsonl');
/** Names the table to the commands that a command runs, so that one table has the suites of all. */
const VARIABLE = 'TASKPACK_TIMES';
/** A line of the reporter of test/support for each file. */
const FILE = /^ *(?<seconds>[\d.]+) s +(?<processor>[\d.]+) s cpu +(?<tests>\d+) tests {2}(?<file>.+)$/;
/** The critical path names this many files of each suite. */
const LONGEST = 8;
/** Programs take time to start and to end, so a suite counts as ended this long before another one starts. */
const GAP_SECONDS = 2;

/** Returns the file of a line of the reporter, with its seconds and number of tests. Returns `undefined` for another line. */
export function fileIn(line) {
  const groups = FILE.exec(line)?.groups;
  if (groups === undefined) return undefined;
  const { seconds, processor, tests, file } = groups;
  return { file, tests: Number(tests), seconds: Number(seconds), processorSeconds: Number(processor) };
}

/**
 * Returns a function that adds a suite of this command to the table: name, `start` and `seconds`, processor seconds, number
 * of unchanged suites, and files. Empties the table first, unless another command runs this one.
 */
export function startTimes({
  table = TABLE,
  command = basename(process.argv[1] ?? '', '.mjs'),
  env = process.env,
} = {}) {
  const file = env[VARIABLE] ?? table;
  if (env[VARIABLE] === undefined) {
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { force: true });
    env[VARIABLE] = file;
  }
  return (suite) => appendFileSync(file, `${JSON.stringify({ command, ...suite })}\n`);
}

/** Returns the suites of the table. */
export function readTimes(table = TABLE) {
  return readFileSync(table, 'utf8').trim().split('\n').map(JSON.parse);
}

/** Returns the lines of a report: the files and the suites of the last run, longest first, the sums and the critical path. */
export function timesReport(entries) {
  const suites = withoutNested(entries).toSorted(longest);
  const files = suites.flatMap((suite) =>
    suite.files.map((file) => ({ ...file, name: `${file.file} (${suite.command})` })),
  );
  return [
    'files',
    ...files.toSorted(longest).map(rowOf),
    '',
    'suites, with the loading of their files',
    ...suites.map((suite) => rowOf(named(suite))),
    '',
    'commands',
    ...[...new Set(suites.map(({ command }) => command)), undefined].map((command) => rowOf(sumOf(suites, command))),
    '',
    'critical path: each suite started when the one above had ended',
    ...criticalPath(suites).flatMap((suite) => [
      rowOf(named(suite)),
      ...suite.files
        .toSorted(longest)
        .slice(0, LONGEST)
        .map((file) => rowOf({ ...file, name: `  ${file.file}` })),
    ]),
  ];
}

/** A suite that runs another command has the times of that command's suites again. The last suite to end is one of the first command. */
function withoutNested(entries) {
  const isNested = new Set(entries.map(({ command }) => command)).size > 1;
  const outer = entries.at(-1).command;
  return isNested ? entries.filter(({ command }) => command !== outer) : entries;
}

/** Returns the suite that ended last, before it the last suite that had ended when it started, and so on. */
function criticalPath(suites) {
  const path = [];
  for (let suite = latestOf(suites); suite !== undefined;) {
    path.unshift(suite);
    const { start } = suite;
    suite = latestOf(suites.filter((other) => !path.includes(other) && end(other) <= start + GAP_SECONDS));
  }
  return path;
}

function latestOf(suites) {
  return suites.toSorted((one, other) => end(other) - end(one))[0];
}

function end({ start, seconds }) {
  return start + seconds;
}

function longest(one, other) {
  return other.seconds - one.seconds;
}

function sumOf(suites, command) {
  const own = suites.filter((suite) => command === undefined || suite.command === command);
  const seconds = Math.max(...own.map(end)) - Math.min(...own.map(({ start }) => start));
  const sum = (counted) => own.reduce((total, suite) => total + counted(suite), 0);
  return {
    name: command ?? 'all',
    seconds,
    processorSeconds: sum((suite) => suite.processorSeconds),
    tests: sum((suite) => suite.passed + suite.failed),
  };
}

function named(suite) {
  const { command, suite: name, passed, failed, unchanged } = suite;
  return { ...suite, name: `${command}: ${name}${unchanged > 0 ? ' (unchanged)' : ''}`, tests: passed + failed };
}

function rowOf({ seconds, processorSeconds, tests, name }) {
  const [wall, processor] = [seconds, processorSeconds].map((time) => time.toFixed(1));
  return `${wall.padStart(8)} s ${processor.padStart(8)} s cpu ${String(tests).padStart(5)} tests  ${name}`;
}
