import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ROOT } from '../../../scripts/root.mjs';

/** Starts one source registry and several targets. The first target is also available behind a proxy that records requests. */
export async function startRegistries(folder) {
  // Node alone loads no TypeScript. `require` does, with ts-node's hooks.
  const script = `require('./test/bench/builder/registries.ts')`;
  const child = spawn(process.execPath, ['--require', 'ts-node/register', '--eval', script, folder], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the registries did not start');
    return JSON.parse(value);
  };
  return {
    ...(await nextLine()),
    seen: async () => {
      child.stdin.write('\n');
      return nextLine();
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
