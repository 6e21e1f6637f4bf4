// Runs registries of the test bed in a separate process. Prints their addresses, and ends with standard input.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { startFaultProxy } from '../../cluster/registry/fault-proxy.ts';
import { startRegistry } from '../../cluster/registry/registry.ts';

async function main(folder: string): Promise<void> {
  const programs = await ensurePrograms(['leash', 'registry'], (line) => console.error(line));
  const start = async (name: string) => {
    const own = path.join(folder, name);
    mkdirSync(own);
    return startRegistry(programs, { folder: own, authentication: 'none' });
  };
  const registries = [];
  for (const name of ['from', 'to-1', 'to-2', 'to-3']) registries.push(await start(name));
  const [from, ...to] = registries.map(({ address }) => address);
  const proxy = await startFaultProxy(from ?? '');
  console.log(JSON.stringify({ from, to, watched: proxy.address }));
  // Each line requests the proxy's requests since the last line.
  process.stdin.on('data', () => {
    console.log(JSON.stringify(proxy.seen));
    proxy.clear();
  });
  await once(process.stdin, 'end');
  await Promise.all([proxy, ...registries].map(async (server) => server.stop()));
}

void main(process.argv[1] ?? '');
