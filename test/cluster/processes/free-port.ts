import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { takeLock } from './lock-file.ts';

/**
 * Ports below the kernel's ephemeral range (net.ipv4.ip_local_port_range) and below Kubernetes' node ports. So a free port stays free until its server starts or restarts.
 */
const LOWEST = 20_000;
const HIGHEST = 29_999;
const MAX_ATTEMPTS_PER_PORT = 100;

/** Returns different free ports. No other call returns them, in any process, until this process ends. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports: number[] = [];
  for (let attempt = 0; ports.length < count && attempt < count * MAX_ATTEMPTS_PER_PORT; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    // Another process's server may be about to listen at the port it has claimed, so only a claimed port is tried.
    if (claim(port) && (await isFree(port))) ports.push(port);
  }
  if (ports.length < count) throw new Error(`there are no ${count} free ports from ${LOWEST} to ${HIGHEST}`);
  return ports;
}

/** Some servers listen at all addresses, which fails if another has the port at any address. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/** Some servers start a minute after their port is chosen, while other test processes choose theirs. The claim ends with this process. */
function claim(port: number): boolean {
  return takeLock(path.join(tmpdir(), `taskpack-ports-${userInfo().uid}`, String(port)));
}
