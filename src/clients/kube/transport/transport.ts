import { connectFailure } from '../../../core/model/error-code.ts';
import { readBody, type HttpResponse } from '../../http/response.ts';
import { MAX_TIMEOUT_MS, type ResponseTimeouts } from '../../http/timeouts.ts';
import { parseRetryAfterMs, RETRY_POLICY, type RetryPolicy, withRetries } from '../../http/retries.ts';
import type { ClientConfig } from '../config/client-config.ts';
import type { Credentials } from '../config/authentication.ts';
import type { Clock } from '../../../core/runtime/clock.ts';
import { KubeError } from '../kube-error.ts';
import type { Dispatchers, ConnectionUse } from './dispatchers.ts';
import { sendHttpRequest } from './send-request.ts';
import type { CallOptions, KubeRequest, StreamOptions } from './kube-request.ts';
import { isRetryable } from '../error-effect.ts';
import { statusError } from './status-error.ts';

/** Sends requests to one API server. Rejects with `KubeError`, or with the reason of an aborted signal. */
export interface Transport {
  /**
   * Sends a request and returns the parsed JSON of the response. Retries according to the retry policy if the failure
   * is transient and the request is safe to repeat.
   */
  readonly call: (request: KubeRequest, options?: CallOptions) => Promise<unknown>;
  /**
   * Opens a stream, without retries. The iteration ends with the server's last byte, or throws. Stop iterating to close
   * the stream.
   */
  readonly stream: (request: KubeRequest, options?: StreamOptions) => Promise<AsyncIterable<Uint8Array>>;
}

export interface TransportOptions {
  readonly config: ClientConfig;
  readonly dispatchers: Dispatchers;
  readonly clock: Clock;
  /** Returns a number from 0 up to, but not including, 1: the jitter of retries. */
  readonly random: () => number;
  readonly retryPolicy?: RetryPolicy;
  /**
   * False to fail at once if there is no connection to the API server, for users who wait. A server that has answered before
   * and refuses connections now is being started again, so requests to it are repeated. Defaults to true.
   */
  readonly retriesUnreachable?: boolean;
  /** The `User-Agent` header. */
  readonly userAgent: string;
}

const CALL_TIMEOUT_MS = 30_000;

/** Creates a transport for a client config. */
export function makeTransport(options: TransportOptions): Transport {
  const { clock, random, retryPolicy = RETRY_POLICY, retriesUnreachable = true } = options;
  let hasAnswered = false;
  const isRepeated = (error: unknown): boolean => {
    const failure = error instanceof KubeError ? connectFailure(error.cause) : undefined;
    return retriesUnreachable || failure === undefined || (failure === 'refused' && hasAnswered);
  };
  return {
    call: async (request, callOptions = {}) => {
      const { signal, timeoutMs = CALL_TIMEOUT_MS, retries = retryPolicy.retries, ...body } = callOptions;
      const timeouts = { idleMs: timeoutMs, totalMs: timeoutMs };
      const isTransient = (error: unknown): boolean => isRetryable(error, request.isIdempotent) && isRepeated(error);
      return withRetries({ policy: { ...retryPolicy, retries }, clock, random, isTransient, signal }, async () => {
        const response = await send(options, request, { use: 'call', timeouts, signal });
        hasAnswered = true;
        return readJson(response, request.subject, body);
      });
    },
    stream: async (request, { signal, responseTimeoutMs = CALL_TIMEOUT_MS, idleTimeoutMs = MAX_TIMEOUT_MS } = {}) => {
      const timeouts = { responseMs: responseTimeoutMs, idleMs: idleTimeoutMs };
      const response = await send(options, request, { use: 'stream', timeouts, signal });
      hasAnswered = true;
      return response.body;
    },
  };
}

interface Attempt {
  readonly use: ConnectionUse;
  readonly timeouts: ResponseTimeouts;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends a request and returns a successful response. After a 401, renews the credentials and sends the request again.
 */
async function send(options: TransportOptions, request: KubeRequest, attempt: Attempt): Promise<HttpResponse> {
  const { authentication } = options.config;
  const credentials = await authentication.current(attempt.signal);
  const response = await sendWithCredentials(credentials, options, request, attempt);
  if (response.status !== 401) return requireSuccess(response, options, request);
  authentication.invalidate(credentials);
  const renewed = await authentication.current(attempt.signal);
  if (isSame(renewed, credentials)) return requireSuccess(response, options, request);
  response.discard();
  return requireSuccess(await sendWithCredentials(renewed, options, request, attempt), options, request);
}

async function sendWithCredentials(
  credentials: Credentials,
  { config, dispatchers, userAgent }: TransportOptions,
  { method, path, body, contentType, subject }: KubeRequest,
  { use, timeouts, signal }: Attempt,
): Promise<HttpResponse> {
  const { authorization, certificate } = credentials;
  if (authorization !== undefined) config.redaction.addSecret(authorization.replace(/^\S+ /, ''));
  return sendHttpRequest({
    dispatcher: dispatchers.of(use, certificate),
    url: urlOf(config.server, path),
    method,
    headers: {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
      ...config.impersonation,
      ...(authorization !== undefined && { authorization }),
    },
    body,
    subject,
    timeouts,
    signal,
  });
}

/** The server's URL can have a path, as Rancher's URLs do. */
function urlOf(server: URL, path: string): URL {
  return new URL(`${server.href.replace(/\/$/, '')}${path}`);
}

async function requireSuccess(
  response: HttpResponse,
  { config, clock }: TransportOptions,
  { subject }: KubeRequest,
): Promise<HttpResponse> {
  const { status } = response;
  if (status >= 200 && status < 300) return response;
  const text = await textOf(response).catch(() => '');
  const retryAfterMs = parseRetryAfterMs(response.header('retry-after'), clock.now());
  const failure = { status, body: parsed(text) ?? text, subject, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  throw statusError(failure, config.redaction);
}

type BodyOptions = Pick<CallOptions, 'maxBytes' | 'parse'>;

async function readJson(
  response: HttpResponse,
  subject: string,
  { maxBytes = Infinity, parse = parseAtOnce }: BodyOptions,
): Promise<unknown> {
  const bytes = await readBody(response, maxBytes);
  if (bytes === undefined) {
    throw new KubeError('TOO_LARGE', subject, `the API server sends more than ${maxBytes} bytes`, { status: 200 });
  }
  try {
    return await parse(bytes);
  } catch {
    throw new KubeError('BAD_ANSWER', subject, 'the API server sends an incomplete JSON response', { status: 200 });
  }
}

async function parseAtOnce(body: Buffer): Promise<unknown> {
  return JSON.parse(body.toString());
}

async function textOf({ body }: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSame(one: Credentials, other: Credentials): boolean {
  return (
    one.authorization === other.authorization &&
    one.certificate?.cert === other.certificate?.cert &&
    one.certificate?.key === other.certificate?.key
  );
}
