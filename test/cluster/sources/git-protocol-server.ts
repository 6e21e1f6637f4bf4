import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';

/** A server for `git://` URLs that knows only version 0 of git's protocol, and only lists references. */
export interface GitProtocolServer {
  readonly host: string;
  stop(): Promise<void>;
}

/** References as lines of an id and a name. The list can have no end. */
type Lines = () => Iterable<string>;

const PACKETS_IN_A_WRITE = 500;

/** Starts a server that sends these references to everybody who connects. */
export async function startGitProtocolServer(lines: Lines): Promise<GitProtocolServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Clients may close the connection at any time.
    socket.once('data', () => pipeline(Readable.from(packetsOf(lines())), socket, () => undefined));
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    stop: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the packets of the lines, many in a part. */
function* packetsOf(lines: Iterable<string>): Generator<string> {
  let packets: string[] = [];
  let isFirst = true;
  for (const line of lines) {
    // The first line also has the server's capabilities (gitprotocol-pack(5), "Reference Discovery").
    packets.push(packet(isFirst ? `${line}\0agent=test\n` : `${line}\n`));
    isFirst = false;
    if (packets.length < PACKETS_IN_A_WRITE) continue;
    yield packets.join('');
    packets = [];
  }
  yield `${packets.join('')}0000`;
}

function packet(text: string): string {
  return (text.length + 4).toString(16).padStart(4, '0') + text;
}
