import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watching } from './idle-process.mjs';

export const PHASES = 7;
export const COMMAND = '/bin/true';

/** Returns the times of a chain of waiters, in ms. */
export function watchedChain(workshop, waiter) {
  return timesOf(workshop, waiter, { startsAfter: () => 0, settled: watching });
}

/** The same with waiters that poll once a second, each with its own offset, as containers have. */
export function polledChain(workshop, poller) {
  return timesOf(workshop, poller, { startsAfter: () => 1000 * Math.random(), settled: () => sleep(100) });
}

async function timesOf(workshop, program, { startsAfter, settled }) {
  const folder = workshop.newFolder();
  const mark = (number) => join(folder, String(number));
  const run = (number, ...flags) => workshop.start(program, [...flags, '--post_file', mark(number), '--', COMMAND]);
  const phases = await Promise.all(
    Array.from({ length: PHASES }, async (_, index) => {
      await sleep(startsAfter());
      return run(index + 1, '--wait_file', mark(index));
    }),
  );
  await settled(phases);
  const codes = await Promise.all([...phases, run(0)].map(({ ended }) => ended));
  if (codes.some((code) => code !== 0)) throw new Error(`a phase has failed: the exit codes are ${codes.join(', ')}`);
  const [released, first, last] = [0, 1, PHASES].map((number) => finishedAt(mark(number)));
  return { all: last - released, betweenPhases: last - first };
}

/** Milliseconds since 1970, with fractions, which Date.parse drops. */
function finishedAt(mark) {
  const { finishedAt: text } = JSON.parse(readFileSync(mark, 'utf8'));
  const [seconds, fraction] = text.split('.');
  return Date.parse(`${seconds}Z`) + 1000 * Number(`0.${fraction.replace('Z', '')}`);
}

/** The time of a series of commands in ms, measured in the process that starts them. */
export function startSeries([program, ...first]) {
  const { status, stdout } = spawnSync(program, [...first, String(PHASES), COMMAND], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${COMMAND} cannot be started ${PHASES} times`);
  return Number(stdout) / 1e6;
}
