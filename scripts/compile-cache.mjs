import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './root.mjs';

const WARM_UP = join(ROOT, 'scripts/warm-up.mjs');

/**
 * Runs a bundle with arguments and writes V8's compile cache, with the same bytes every time. `node` is the command line that runs
 * Node. Throws with the run's output if the run fails.
 */
export function writeCompileCache(bundle, cache, args, { cwd, node = [process.execPath] }) {
  const [command, ...before] = node;
  const { status, signal, error, stdout, stderr } = spawnSync(
    command,
    // With --predictable, V8 writes the same bytes every time.
    [...before, '--predictable', WARM_UP, bundle, cache, ...args],
    { cwd, env: {}, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (status === 0) return;
  const end = error?.message ?? (signal === null ? `exit code ${status}` : `signal ${signal}`);
  throw new Error(`the new bundle cannot run "${args.join(' ')}" (${end}):\n${stdout}${stderr}`);
}
