import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { ROOT } from '../../support/command.ts';

const FOLDER = path.join(ROOT, 'dist/entrypoint');
const NAME = 'taskpack-entrypoint';

let place: string | undefined;

/** The place of the waiter for this machine; the first who asks has it built. */
export function waiterBinary(): string {
  place ??= build();
  return place;
}

function build(): string {
  const platform = `linux-${PLATFORM.architecture}`;
  const target = path.join(FOLDER, platform, NAME);
  // Another test run may be running the one that is there: it is replaced whole.
  const unfinished = `${FOLDER}.${process.pid}`;
  try {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/build-entrypoint.mjs', unfinished], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr.trim());
    mkdirSync(path.dirname(target), { recursive: true });
    renameSync(path.join(unfinished, platform, NAME), target);
    return target;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
