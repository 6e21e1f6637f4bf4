import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The bytes of a response. The list can have no end. `undefined` is a pause. */
export type Flood = () => Iterable<string | Buffer | undefined>;

/** A server that writes bytes of a test in place of HTTP. */
export interface FloodingServer {
  /** `host:port`. */
  readonly address: string;
  /** The number of bytes that clients have taken. */
  readonly taken: () => number;
  readonly stop: () => Promise<void>;
}

const PAUSE_MS = 40;

/** Answers every connection with the flood, as fast as its client reads. */
export async function startFloodingServer(flood: Flood): Promise<FloodingServer> {
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.once('data', () => {
      void pour(flood(), socket, (bytes) => (taken += bytes));
      socket.resume();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    stop: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function pour(
  parts: Iterable<string | Buffer | undefined>,
  socket: Socket,
  onTaken: (bytes: number) => void,
): Promise<void> {
  for (const part of parts) {
    if (socket.destroyed) return;
    // If the client closes the connection, the callback gets an error.
    if (part === undefined) await sleep(PAUSE_MS);
    else await new Promise((resolve) => socket.write(part, resolve));
    onTaken(part?.length ?? 0);
  }
  socket.end();
}
