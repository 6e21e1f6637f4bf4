import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sum } from './figures.mjs';

const PATIENCE = 10_000;

/** Resolves when every waiter watches. From then on a waiter sleeps until an event. */
export async function watching(waiters) {
  const deadline = performance.now() + PATIENCE;
  while (!waiters.every(({ pid }) => watches(pid))) {
    if (performance.now() > deadline)
      throw new Error("a waiter does not watch; perhaps all of the user's inotify instances are in use");
    await sleep(5);
  }
}

function watches(pid) {
  const folder = `/proc/${pid}/fdinfo`;
  return readdirSync(folder).some((descriptor) => {
    try {
      return readFileSync(`${folder}/${descriptor}`, 'utf8').includes('inotify wd:');
    } catch {
      // The file was closed in the meantime.
      return false;
    }
  });
}

/** Returns a size in a process' status file, in bytes. */
export function bytes(pid, file, name) {
  const [, kibibytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'));
  return Number(kibibytes) * 1024;
}

/** Returns the run time in nanoseconds and the number of time slices of all threads. */
export function used(processes) {
  const threads = processes.flatMap(({ pid }) =>
    readdirSync(`/proc/${pid}/task`).map((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number),
    ),
  );
  return { nanoseconds: sum(threads.map(([ran]) => ran)), times: sum(threads.map(([, , times]) => times)) };
}
