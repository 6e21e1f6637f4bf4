import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/root.mjs';
import { report } from '../report.mjs';

const ARCHITECTURES = ['amd64', 'arm64'];
const AIM = 1.5;

/** Builds the waiter as shipped, and the yardstick to compare it with. */
export function buildPrograms(folder) {
  if (process.platform !== 'linux') throw new Error('the waiter is measured on Linux: it runs nowhere else');
  build(process.execPath, [join(ROOT, 'scripts/build-entrypoint.mjs'), folder]);
  const yardstick = join(folder, 'yardstick');
  build('go', ['build', '-o', yardstick, '.'], { cwd: join(import.meta.dirname, 'yardstick') });
  const waiters = ARCHITECTURES.map((name) => ({ name, file: join(folder, `linux-${name}`, 'taskpack-entrypoint') }));
  const own = waiters.find(({ name }) => name === (process.arch === 'x64' ? 'amd64' : process.arch));
  if (own === undefined) throw new Error(`there is no waiter for this machine: ${process.arch}`);
  return { waiters, waiter: [own.file], poller: [yardstick, 'poll'], series: [yardstick, 'series'] };
}

/** Prints only the compiler's error. A missing Go is one sentence. */
function build(program, args, options = {}) {
  const { status, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
}

export function reportSizes({ waiters }) {
  for (const { name, file } of waiters) {
    const { size } = statSync(file);
    report(`size for ${name}`, size / 1e6, { unit: 'MB', digits: 2, atMost: AIM, detail: `${size} bytes` });
  }
}
