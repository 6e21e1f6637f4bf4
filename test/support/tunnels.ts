import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy on the loopback interface. Every tunnel (RFC 9110 section 9.3.6) ends at one local port, whatever host the
 * client names.
 */
export interface Tunnels {
  /** The proxy's URL. */
  readonly url: string;
  /** The targets of the CONNECT requests, as `host:port`. */
  readonly asked: string[];
  readonly stop: () => Promise<void>;
}

export async function startTunnels(port: () => number): Promise<Tunnels> {
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
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    asked,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
