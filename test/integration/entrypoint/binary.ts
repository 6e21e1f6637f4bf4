import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { ROOT } from '../../support/command.ts';

const FOLDER = path.join(ROOT, 'dist/entrypoint');
const NAME = 'taskpack-entrypoint';

let place: string | undefined;

/** Returns the path of the waiter for this machine. The first call builds the waiter. */
export function waiterBinary(): string {
  place ??= build();
  return place;
}

function build(): string {
  const platform = `linux-${PLATFORM.architecture}`;
  const target = path.join(FOLDER, platform, NAME);
  // Replaces the binary atomically, because another test run may be executing the old binary.
  const unfinished = `${FOLDER}.${process.pid}`;
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/build-entrypoint.mjs', unfinished, PLATFORM.architecture],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(stderr.trim());
    mkdirSync(path.dirname(target), { recursive: true });
    renameSync(path.join(unfinished, platform, NAME), target);
    return target;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
