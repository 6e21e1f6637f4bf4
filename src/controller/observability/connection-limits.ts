import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';

/** The most connections of a server, so that no sender can keep the others out. */
export interface ConnectionLimits {
  readonly all: number;
  /** The most of one peer (`peerNetwork`). */
  readonly perPeer: number;
  /** True for the address of a proxy in front of many senders: only `all` limits its connections. */
  readonly isTrustedProxy?: (address: string) => boolean;
}

interface Connection {
  readonly socket: Socket;
  /** `undefined` for a trusted proxy. */
  readonly peer: string | undefined;
  /** The request whose response is not sent yet. */
  readonly exchange?: { readonly request: IncomingMessage; readonly response: ServerResponse };
}

/**
 * Limits the connections of a server. A new connection above a limit replaces the connection that has been without a request for
 * longest. If none is without a request, it replaces the one whose peer has left a response unread for longest, and then the one whose
 * body has been incomplete for longest. If there is none of them, the new connection is closed.
 */
export function limitConnections(server: Server, { all, perPeer, isTrustedProxy }: ConnectionLimits): void {
  /** The connections, the one that changed last at the end. */
  const open = new Map<Socket, Connection>();
  const change = (connection: Connection): void => {
    if (open.delete(connection.socket)) open.set(connection.socket, connection);
  };
  const close = ({ socket }: Connection): void => {
    open.delete(socket);
    socket.destroy();
  };
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const peer = isTrustedProxy?.(remoteAddress) === true ? undefined : peerNetwork(remoteAddress);
    const connection: Connection = { socket, peer };
    const connections = [...open.values()];
    const ofPeer = connections.filter((other) => peer !== undefined && other.peer === peer);
    if (ofPeer.length >= perPeer) close(replaceable(ofPeer) ?? connection);
    else if (connections.length >= all) close(replaceable(connections) ?? connection);
    if (socket.destroyed) return;
    open.set(socket, connection);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request, response) => {
    const connection = open.get(request.socket);
    if (connection === undefined) return;
    change({ ...connection, exchange: { request, response } });
    response.once('finish', () => change({ socket: connection.socket, peer: connection.peer }));
  });
}

function replaceable(oldestFirst: readonly Connection[]): Connection | undefined {
  return (
    oldestFirst.find(({ exchange }) => exchange === undefined) ??
    oldestFirst.find(({ exchange }) => exchange?.response.writableEnded === true) ??
    oldestFirst.find(({ exchange }) => exchange?.request.complete === false)
  );
}

/**
 * Returns the network that counts as one sender. This is an IPv4 address, also if it is mapped into IPv6, and the first 64 bits of
 * an IPv6 address, because a site has at least as many addresses (RFC 6177). Returns any other text unchanged.
 */
export function peerNetwork(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (isIP(plain) !== 6) return plain;
  // A URL has the shortest form of an address, without dots (RFC 5952).
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const groups =
    tail === undefined ? first : [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  const [, , , , , mapped, high = 0, low = 0] = groups;
  const isMapped = mapped === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function groupsOf(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
