import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../root.mjs';

/**
 * A process whose case runs longer than this is ended. It is longer than the limit of the oracle, which ends a case that
 * only waits. The time before the first case has no limit: compiling the targets takes minutes on a busy machine.
 */
const MAX_CASE_MS = 180_000;

/**
 * Runs cases of a target in a process of its own for some seconds and prints the result. Keeps a case that fails, that
 * ends the process or that blocks it, and returns the case's file.
 */
export async function fuzzRound({ target, seed, seconds }) {
  const folder = mkdtempSync(join(tmpdir(), 'taskpack-fuzz-'));
  const current = join(folder, 'case.json');
  try {
    const { output, blocked, end } = await runProcess([target, `${seed}`, `${seconds}`, current], current);
    const result = resultIn(output);
    const endings = Object.entries(result.endings ?? {}).map(([ending, count]) => `${count} ${ending}`);
    const nothing =
      result.endings === undefined ? 'the process ended early' : 'no case in this time, use more --minutes';
    console.log(`${target}, seed ${seed}: ${endings.join(', ') || nothing}`);
    if (result.endings !== undefined && result.finding === undefined) return undefined;
    const { input, message, shrinks } = result.finding ?? endedProcess(current, output, { blocked, end });
    const file = keep(target, input);
    console.log(`${message}\ncase (shrunk ${shrinks} times): ${JSON.stringify(input).slice(0, 2000)}\nkept as ${file}`);
    return { file };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runProcess(args, current) {
  const node = [
    '--max-old-space-size=512',
    '--require',
    'ts-node/register',
    '--eval',
    "require('./test/fuzz/round.ts')",
  ];
  const child = spawn(process.execPath, [...node, '--', ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let blocked = false;
  const watch = setInterval(() => {
    const since = statSync(current, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    blocked = Date.now() - since > MAX_CASE_MS;
    if (blocked) child.kill('SIGKILL');
  }, 1000);
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  clearInterval(watch);
  return { output: `${errors}\n${output}`, blocked, end: signal === null ? `the exit code ${code}` : signal };
}

function resultIn(output) {
  try {
    return JSON.parse(output.trim().split('\n').at(-1));
  } catch {
    return {};
  }
}

/** Returns the finding of a process that ended before it could report one. */
function endedProcess(current, output, { blocked, end }) {
  if (statSync(current, { throwIfNoEntry: false }) === undefined)
    throw new Error(`the process of the cases ends with ${end} before its first case:\n${output.trim()}`);
  const why = blocked ? `a case runs longer than ${MAX_CASE_MS} ms` : `a case ends the process with ${end}`;
  return {
    input: JSON.parse(readFileSync(current, 'utf8')),
    message: `${why}: ${output.trim().slice(-2000)}`,
    shrinks: 0,
  };
}

/** Keeps a case for `npm test`, under a name that depends on its content. */
function keep(target, input) {
  const content = `${JSON.stringify(input, undefined, 2)}\n`;
  const name = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const file = join(ROOT, 'test/fuzz/corpus', target, `${name}.json`);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  return relative(ROOT, file);
}
