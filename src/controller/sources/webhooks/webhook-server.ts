import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { limitConnections } from '../../observability/connection-limits.ts';
import type { Clock } from '../../../core/runtime/clock.ts';
import { pushedRepositories } from './pushed-repositories.ts';
import { senderAddress } from './sender-address.ts';
import { createSenderLimits, type SenderLimits } from './sender-limits.ts';
import { claimsOf, makeVerifier } from './signature.ts';
import type { WebhookKey } from './webhook-keys.ts';

const WEBHOOK_PATH = '/hooks/git';

/** The result of a delivery. All accepted deliveries get the same answer, even if no Image uses the repository. */
export type DeliveryOutcome = 'accepted' | 'untrusted' | 'too-large' | 'too-many' | 'broken-off' | 'failed';

export interface WebhookServerOptions {
  readonly port: number;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** The maximum time of a whole request. */
  readonly requestTimeoutMs: number;
  /** The maximum time of a request's header. */
  readonly headersTimeoutMs: number;
  /** True for the address of a proxy whose `X-Forwarded-For` names the sender. */
  readonly isTrustedProxy: (address: string) => boolean;
  /** Returns the keys that are valid now. A rejection refuses the delivery with the status 503. */
  readonly keys: () => Promise<readonly WebhookKey[]>;
  /** Receives the ids of a repository that was pushed to. A rejection refuses the delivery with the status 503. */
  readonly onPush: (repositories: readonly string[]) => Promise<void>;
  readonly onDelivery: (outcome: DeliveryOutcome, error?: unknown) => void;
}

export interface WebhookServer {
  readonly port: number;
  /** Stops the server and closes all connections. */
  readonly close: () => Promise<void>;
}

const MAX_CONNECTIONS = 256;

/** A git server sends each delivery over a connection of its own. */
const MAX_CONNECTIONS_PER_PEER = 64;

const STATUS: Readonly<Record<DeliveryOutcome, number>> = {
  accepted: 202,
  untrusted: 401,
  'too-large': 413,
  'too-many': 429,
  'broken-off': 400,
  failed: 503,
};

/** Serves the deliveries of git servers: `POST /hooks/git`. Rejects if the port cannot be opened. */
export async function startWebhookServer(options: WebhookServerOptions): Promise<WebhookServer> {
  const limits = createSenderLimits(options.clock);
  // A slow request can take this much longer than its timeout.
  const server = createServer({ connectionsCheckingInterval: 1_000 }, (request, response) => {
    if ((request.url ?? '').split('?', 1)[0] !== WEBHOOK_PATH) return answer(request, response, 404);
    if (request.method !== 'POST') return answer(request, response, 405, { allow: 'POST' });
    void deliver(options, limits, request).then(({ outcome, error }) => {
      options.onDelivery(outcome, error);
      answer(request, response, STATUS[outcome], outcome === 'too-many' ? { 'retry-after': '10' } : {});
    });
  });
  server.requestTimeout = options.requestTimeoutMs;
  server.headersTimeout = options.headersTimeoutMs;
  const { isTrustedProxy } = options;
  limitConnections(server, { all: MAX_CONNECTIONS, perPeer: MAX_CONNECTIONS_PER_PEER, isTrustedProxy });
  server.listen(options.port);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Delivery {
  readonly outcome: DeliveryOutcome;
  readonly error?: unknown;
}

/** Checks a delivery and passes its repositories on. Parses a body only after its signature or key was checked. */
async function deliver(
  { isTrustedProxy, keys, onPush }: WebhookServerOptions,
  limits: SenderLimits,
  request: IncomingMessage,
): Promise<Delivery> {
  const claims = claimsOf(request.headers);
  if (claims.length === 0) return { outcome: 'untrusted' };
  const { 'x-forwarded-for': forwardedFor } = request.headers;
  const { remoteAddress = '' } = request.socket;
  const proxies = typeof forwardedFor === 'object' ? forwardedFor.join(',') : forwardedFor;
  const sender = senderAddress(remoteAddress, proxies, isTrustedProxy);
  if (!limits.allows(sender)) return { outcome: 'too-many' };
  try {
    const verifier = makeVerifier(claims, await keys());
    const body = await readBody(request, sender, limits, verifier.update);
    if (typeof body === 'string') return { outcome: body };
    if (!verifier.isTrusted()) return { outcome: 'untrusted' };
    const repositories = pushedRepositories(body);
    if (repositories.length > 0) await onPush(repositories);
    return { outcome: 'accepted' };
  } catch (error) {
    return { outcome: 'failed', error };
  }
}

/** Reads a body of limited size. All bodies together have a limit, too. */
async function readBody(
  request: IncomingMessage,
  sender: string,
  limits: SenderLimits,
  onPart: (part: Uint8Array) => void,
): Promise<Buffer | 'too-large' | 'too-many' | 'broken-off'> {
  let isEvicted = false;
  const held = limits.hold(sender, () => {
    isEvicted = true;
    request.destroy();
  });
  const parts: Buffer[] = [];
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      const refusal = held.add(part.length);
      if (refusal !== undefined) return refusal;
      onPart(part);
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch {
    return isEvicted ? 'too-many' : 'broken-off';
  } finally {
    held.release();
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  // The rest of a refused body is not read, so the connection cannot be used again.
  const close = request.complete ? {} : { connection: 'close' };
  response.writeHead(status, { ...headers, ...close, 'content-length': 0 });
  response.end();
  if (!request.complete) response.once('finish', () => request.destroy());
}
