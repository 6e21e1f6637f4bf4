import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { report } from '../report.mjs';
import { median } from './figures.mjs';
import { bytes, watching } from './idle-process.mjs';

const WAITERS = 7;
const SETTLING = 500;
const AIM = 2;

/** Measures the memory of idle waiters: each alone, and with shared memory divided among them. */
export async function reportMemory(workshop, { waiter }) {
  const folder = workshop.newFolder();
  const waiters = Array.from({ length: WAITERS }, (_, index) =>
    workshop.start(waiter, ['--wait_file', join(folder, 'never'), '--post_file', join(folder, `${index}`), 'true']),
  );
  await watching(waiters);
  await sleep(SETTLING);
  const held = (file, name) => median(waiters.map(({ pid }) => bytes(pid, file, name)));
  const [resident, ofFile, own] = ['VmRSS', 'RssFile', 'RssAnon'].map((name) => held('status', name));
  const parts = `${megabytes(ofFile)} of its file, which all of one node share, and ${megabytes(own)} of its own`;
  report('resident memory of an idle waiter', resident / 1e6, { unit: 'MB', digits: 2, atMost: AIM, detail: parts });
  const share = held('smaps_rollup', 'Pss');
  report(`- with what they share divided among ${WAITERS}`, share / 1e6, { unit: 'MB', digits: 2, detail: 'Pss' });
  await workshop.endAll();
}

function megabytes(size) {
  return (size / 1e6).toFixed(2);
}
