import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports below the kernel's ephemeral range (net.ipv4.ip_local_port_range) and below Kubernetes' node ports. So a free port stays free until its server starts or restarts.
 */
const LOWEST = 20_000;
const HIGHEST = 29_999;
const MAX_ATTEMPTS = 100;

/** Returns different free ports of the loopback interface. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  for (let attempt = 0; ports.size < count && attempt < MAX_ATTEMPTS; attempt += 1) {
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
