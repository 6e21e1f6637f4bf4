import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, report } from './figures.mjs';
import { bytes, watching } from './idle-process.mjs';

const WAITERS = 7;
const SETTLING = 500;
const AIM = 2;

/** What idle waiters hold: each by itself, and with what they share divided among them. */
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
  report(
    'resident memory of an idle waiter, MB',
    megabytes(resident),
    `aim: at most ${AIM}`,
    parts,
    `${resident} bytes`,
  );
  const share = held('smaps_rollup', 'Pss');
  report(`- with what they share divided among ${WAITERS}, MB`, megabytes(share), 'Pss');
  await workshop.endAll();
}

function megabytes(size) {
  return (size / 1e6).toFixed(2);
}
