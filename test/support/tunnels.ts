import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy. Every tunnel (RFC 9110 section 9.3.6) ends at one port of the loopback interface, whatever host the client
 * names.
 */
export interface Tunnels {
  /** The proxy's URL. */
  readonly url: string;
  /** The targets of the CONNECT requests, as `host:port`. */
  readonly asked: string[];
  readonly stop: () => Promise<void>;
}

/** Starts a proxy. Pods cannot reach the loopback address. */
export async function startTunnels(port: () => number, host = '127.0.0.1'): Promise<Tunnels> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const proxy = createServer();
  proxy.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '');
    const upstream = connect(port(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => void proxy.listen(0, host, resolve));
  return {
    url: `http://${host}:${(proxy.address() as AddressInfo).port}`,
    asked,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
