import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ROOT } from '../../../scripts/root.mjs';

/** One registry to copy from and some to copy to; the first is also there behind a proxy that remembers requests. */
export async function startRegistries(folder) {
  // Node itself loads no TypeScript; what ts-node registers, `require` does.
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
