import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { report } from './figures.mjs';
import { used, watching } from './idle-process.mjs';

const WAITERS = 100;
const SECONDS = 10;
const SETTLING = 1500;

/** What waiting costs: a hundred waiters, and beside them a hundred that look once a second. */
export async function reportIdleness(workshop, { waiter, poller }) {
  const folder = workshop.newFolder();
  const [watchers, pollers] = [waiter, poller].map((program) =>
    Array.from({ length: WAITERS }, () => workshop.start(program, ['--wait_file', join(folder, 'never'), 'true'])),
  );
  await watching(watchers);
  await sleep(SETTLING);
  const before = [watchers, pollers].map(used);
  await sleep(1000 * SECONDS);
  const after = [watchers, pollers].map(used);
  const names = [`${WAITERS} waiters idle for ${SECONDS} s, ms of CPU time`, '- looking once a second, ms of CPU time'];
  for (const [index, name] of names.entries()) {
    const milliseconds = (after[index].nanoseconds - before[index].nanoseconds) / 1e6;
    const times = after[index].times - before[index].times;
    report(name, milliseconds.toFixed(1), ...(index === 0 ? ['aim: 0'] : []), `their threads ran ${times} times`);
  }
  await workshop.endAll();
}
