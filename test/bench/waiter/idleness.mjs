import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { report } from '../report.mjs';
import { used, watching } from './idle-process.mjs';

const WAITERS = 100;
const SECONDS = 10;
const SETTLING = 1500;

/** Measures the cost of waiting: 100 waiters against 100 waiters that poll once a second. */
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
  const names = [`${WAITERS} waiters idle for ${SECONDS} s, CPU time`, '- looking once a second, CPU time'];
  for (const [index, name] of names.entries()) {
    const milliseconds = (after[index].nanoseconds - before[index].nanoseconds) / 1e6;
    const times = after[index].times - before[index].times;
    report(name, milliseconds, {
      unit: 'ms',
      ...(index === 0 && { atMost: 0 }),
      detail: `their threads ran ${times} times`,
    });
  }
  await workshop.endAll();
}
