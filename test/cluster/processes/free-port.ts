import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below those that the kernel gives to whoever wants any (net.ipv4.ip_local_port_range), and Kubernetes to Services: what
 * is free here stays so until its server starts, or starts anew.
 */
const LOWEST = 20_000;
const HIGHEST = 29_999;
const MOST_ATTEMPTS = 100;

/** Ports of the loopback interface that nothing listens on, each another. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  for (let attempt = 0; ports.size < count && attempt < MOST_ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (await isFree(port)) ports.add(port);
  }
  if (ports.size < count) throw new Error(`there are no ${count} free ports from ${LOWEST} to ${HIGHEST}`);
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
