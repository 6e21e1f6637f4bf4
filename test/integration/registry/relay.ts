import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A server that passes on whatever it is sent, both ways, and counts who comes. */
export interface Relay {
  /** `host:port`. */
  readonly address: string;
  /** How many have connected so far, be it in vain. */
  readonly connections: () => number;
  stop(): Promise<void>;
}

/** A certificate and its key, in PEM. */
export interface KeyPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Stands before a server, `host:port`; with a key pair, as one that speaks TLS. */
export async function startRelay(upstream: string, pair?: KeyPair): Promise<Relay> {
  const open = new Set<Socket>();
  let connections = 0;
  const passOn = (socket: Socket): void => passOnTo(upstream, socket);
  const server: Server = pair === undefined ? createServer(passOn) : createTlsServer({ ...pair }, passOn);
  // Of a TLS server too, this is before the handshake.
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Ties a socket to a server. */
export function passOnTo(upstream: string, socket: Socket): void {
  const [host = '', port = ''] = upstream.split(':');
  const other = connect(Number(port), host);
  other.on('error', () => socket.destroy());
  socket.on('error', () => other.destroy());
  socket.pipe(other).pipe(socket);
}
