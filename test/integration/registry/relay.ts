import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A server that forwards all bytes in both directions and counts connections. */
export interface Relay {
  /** `host:port`. */
  readonly address: string;
  /** The number of connections so far, with failed connections. */
  readonly connections: () => number;
  stop(): Promise<void>;
}

/** A certificate and its key, in PEM. */
export interface KeyPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Starts a relay before a server at `host:port`. With a key pair, the relay accepts TLS. */
export async function startRelay(upstream: string, pair?: KeyPair): Promise<Relay> {
  const open = new Set<Socket>();
  let connections = 0;
  const passOn = (socket: Socket): void => passOnTo(upstream, socket);
  const server: Server = pair === undefined ? createServer(passOn) : createTlsServer({ ...pair }, passOn);
  // For a TLS server too, this happens before the handshake.
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

/** Connects a socket to a server. */
export function passOnTo(upstream: string, socket: Socket): void {
  const [host = '', port = ''] = upstream.split(':');
  const other = connect(Number(port), host);
  other.on('error', () => socket.destroy());
  socket.on('error', () => other.destroy());
  socket.pipe(other).pipe(socket);
}
