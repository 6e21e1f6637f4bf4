import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import { type Answers, CONTENT, type RawAnswer, type RequestKind } from './registry-answers.ts';

/** A request as the server received it. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
}

/** A server that speaks HTTP badly. */
export interface RegistryServer {
  readonly address: string;
  readonly received: readonly Received[];
  readonly close: () => Promise<void>;
}

/** Starts a server on a loopback address. `answer` returns the bytes of the answer. */
export async function startServer(answer: (request: Received) => Buffer): Promise<RegistryServer> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The client closes connections whenever it likes.
    socket.on('error', () => socket.destroy());
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      if (text.includes('\r\n\r\n')) return;
      text += chunk.toString('latin1');
      // A TLS handshake gets an answer in plain HTTP.
      if (!text.includes('\r\n\r\n') && text.charCodeAt(0) !== 0x16) return;
      const request = parsed(text);
      received.push(request);
      socket.end(answer(request));
      text += '\r\n\r\n';
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${portOf(server)}`,
    received,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function parsed(text: string): Received {
  const [, method = '', path = ''] = /^([A-Z]+) (\S+) HTTP/.exec(text) ?? [];
  return { method, path, authorization: /^authorization: (.*)\r$/im.exec(text)?.[1] ?? '' };
}

/** Returns answers of a registry: the hostile ones first, then the right ones. `names` replaces the placeholders. */
export function hostileRegistry(answers: Answers, names: () => Readonly<Record<string, string>>) {
  const used = new Map<RequestKind, number>();
  return (request: Received): Buffer => {
    const kind = kindOf(request.path);
    const count = used.get(kind) ?? 0;
    used.set(kind, count + 1);
    const answer = answers[kind][count] ?? rightAnswer(kind, request);
    return rawBytes(answer, { ...names(), authorization: request.authorization }, request.method);
  };
}

function kindOf(path: string): RequestKind {
  if (/^\/v2\/(?:\?|$)/.test(path)) return 'ping';
  if (path.startsWith('/token')) return 'token';
  if (/^\/v2\/.*\/manifests\//.test(path)) return 'manifest';
  if (/^\/v2\/.*\/blobs\/uploads/.test(path)) return 'upload';
  return /^\/v2\/.*\/blobs\//.test(path) ? 'blob' : 'other';
}

function right(status: number, headers: RawAnswer['headers'] = [], body = ''): RawAnswer {
  return { status: `${status}`, headers, body, framing: 'length' };
}

function rightAnswer(kind: RequestKind, { method, path }: Received): RawAnswer {
  switch (kind) {
    case 'ping':
    case 'other':
      return right(200);
    case 'token':
      return right(200, [], JSON.stringify({ token: 'an-access-token' }));
    case 'manifest': {
      if (method === 'PUT') return right(201);
      const [type, body] = path.endsWith(CONTENT.imageDigest)
        ? [MEDIA_TYPES.oci.manifest, CONTENT.image]
        : [MEDIA_TYPES.oci.index, CONTENT.index];
      const headers = [
        ['content-type', type],
        ['docker-content-digest', digestOf(Buffer.from(body))],
      ] as const;
      return right(200, headers, body);
    }
    case 'blob':
      return right(200, [], path.endsWith(CONTENT.configDigest) ? CONTENT.config : CONTENT.layer.text);
    case 'upload':
      return right(method === 'PUT' ? 201 : 202, [
        ['location', '/v2/a/b/blobs/uploads/1'],
        ['range', '0-8'],
      ]);
  }
}

function rawBytes(
  { status, headers, body, framing }: RawAnswer,
  names: Readonly<Record<string, string>>,
  method: string,
): Buffer {
  const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
  const content = method === 'HEAD' ? '' : filled(body);
  const bytes = Buffer.byteLength(filled(body));
  const length: Readonly<Record<RawAnswer['framing'], readonly string[]>> = {
    length: [`content-length: ${bytes}`],
    cut: [`content-length: ${bytes + 100}`],
    'wrong-length': [`content-length: ${Math.max(0, bytes - 3)}`],
    chunked: ['transfer-encoding: chunked'],
    none: [],
  };
  const lines = [
    `HTTP/1.1 ${status} X`,
    ...headers.map(([name, value]) => `${name}: ${filled(value)}`),
    ...length[framing],
  ];
  const sent =
    framing === 'chunked' ? `${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n0\r\n\r\n` : content;
  return Buffer.from(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n${sent}`);
}
