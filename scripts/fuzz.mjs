// npm run fuzz: runs the fuzz targets in turn until the time is over. Every case that fails is kept in test/fuzz/corpus.
import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './dependencies.mjs';
import { fuzzRound } from './testing/fuzz-round.mjs';
import { ROOT } from './root.mjs';

const USAGE = `Usage: npm run fuzz -- [--minutes N] [--target NAME] [--seed N]

Generates hostile input for each target in turn and checks how taskpack ends. Keeps each case that fails in
test/fuzz/corpus/NAME, which npm test runs from then on, and exits with 1.

  --minutes N    the time of the whole run, with at least one second for each target (default: 5)
  --target NAME  only this target: NAMES
  --seed N       the seed of the first round, which the output names (default: random)
`;

/** The longest round of a target. The output shows progress after each round. */
const ROUND_SECONDS = 30;

try {
  const { help, minutes, targets, seed } = parsedOptions();
  if (help) console.log(USAGE.replace('NAMES', targetNames().join(', ')));
  else {
    ensureDependencies();
    await main({ minutes, targets, seed });
  }
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}

async function main({ minutes, targets, seed: first }) {
  const end = Date.now() + minutes * 60_000;
  const findings = [];
  const notRun = new Set(targets);
  let seed = first;
  let left = targets;
  while (secondsUntil(end) > 0 && left.length > 0) {
    for (const [index, target] of left.entries()) {
      // The start of a round's process takes time too, so the share of the next target is of what is left.
      const seconds = Math.min(ROUND_SECONDS, Math.ceil(secondsUntil(end) / (left.length - index)));
      if (seconds <= 0 && !notRun.has(target)) break;
      const finding = await fuzzRound({ target, seed, seconds: Math.max(1, seconds) });
      notRun.delete(target);
      if (finding !== undefined) findings.push({ target, ...finding });
      seed = (seed + 1) % 2 ** 31;
    }
    // A target with a finding would only find the same again.
    left = left.filter((target) => findings.every((finding) => finding.target !== target));
  }
  for (const { target, file } of findings) console.log(`finding in ${target}: ${file}`);
  console.log(
    findings.length === 0 ? 'no findings' : `${findings.length} findings: mend the code and commit the files`,
  );
  if (findings.length > 0) process.exitCode = 1;
}

function secondsUntil(end) {
  return Math.ceil((end - Date.now()) / 1000);
}

function parsedOptions() {
  const text = { type: 'string' };
  return checked(readArguments({ help: { type: 'boolean' }, minutes: text, target: text, seed: text }));
}

function readArguments(options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Error(`${error.message}: npm run fuzz -- --help lists the options`, { cause: error });
  }
}

function checked({ help = false, minutes = '5', target, seed = String(randomInt(2 ** 31)) }) {
  if (!(Number(minutes) > 0 && Number(minutes) <= 10_000))
    throw new Error(`--minutes ${minutes} is not a number above 0: use for example --minutes 30`);
  if (!/^\d{1,10}$/.test(seed) || Number(seed) >= 2 ** 31)
    throw new Error(`--seed ${seed} is not an integer below 2147483648: use the seed of an earlier run`);
  const names = targetNames();
  if (target !== undefined && !names.includes(target))
    throw new Error(`no target is named ${target}: use ${names.join(', ')}`);
  return { help, minutes: Number(minutes), targets: target === undefined ? names : [target], seed: Number(seed) };
}

function targetNames() {
  return readdirSync(join(ROOT, 'test/fuzz/targets'))
    .map((name) => name.replace(/\.ts$/, ''))
    .toSorted();
}
