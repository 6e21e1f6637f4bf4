import type { Answer } from '../../http/answer.ts';
import { NO_LIMIT, type Patience } from '../../http/patience.ts';
import { RETRY_POLICY, withRetries, type RetryPolicy } from '../../http/retries.ts';
import { parseRetryAfter } from '../../http/retry-after.ts';
import type { ApiServerAccess } from '../connect/api-server-access.ts';
import type { Credentials } from '../connect/authentication.ts';
import type { Collaborators } from '../collaborators.ts';
import { KubeError } from '../kube-error.ts';
import type { Dispatchers, Use } from './dispatchers.ts';
import { exchange } from './exchange.ts';
import type { CallOptions, KubeRequest, StreamOptions } from './kube-request.ts';
import { mayBeRepeated } from './repetition.ts';
import { statusError } from './status-error.ts';

/** The way to one API server. Rejects with `KubeError`, or the reason of an aborted signal. */
export interface Transport {
  /** Makes a call, again where that may help; resolves to the answer's JSON, whole. */
  readonly call: (request: KubeRequest, options?: CallOptions) => Promise<unknown>;
  /** Begins a stream, once. The bytes end, or throw; whoever stops reading them ends the stream. */
  readonly stream: (request: KubeRequest, options?: StreamOptions) => Promise<AsyncIterable<Uint8Array>>;
}

export interface TransportOptions {
  readonly access: ApiServerAccess;
  readonly dispatchers: Dispatchers;
  readonly collaborators: Collaborators;
  readonly policy?: RetryPolicy;
  /** Who we are to the server's log. */
  readonly userAgent: string;
}

const CALL_TIMEOUT = 30_000;

/** A transport by the access that `connect` found. */
export function makeTransport(options: TransportOptions): Transport {
  const { collaborators, policy = RETRY_POLICY } = options;
  return {
    call: async (request, { signal, timeout = CALL_TIMEOUT, retries = policy.retries } = {}) => {
      const patience = { idle: timeout, total: timeout };
      const isTransient = (error: unknown): boolean => mayBeRepeated(error, request.isIdempotent);
      return withRetries({ policy: { ...policy, retries }, collaborators, isTransient, signal }, async () => {
        const answer = await send(options, request, { use: 'call', patience, signal });
        return readJson(answer, request.subject);
      });
    },
    stream: async (request, { signal, timeout = CALL_TIMEOUT, idle = NO_LIMIT } = {}) => {
      const patience = { opening: timeout, idle };
      const answer = await send(options, request, { use: 'stream', patience, signal });
      return answer.body;
    },
  };
}

interface Attempt {
  readonly use: Use;
  readonly patience: Patience;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request, once more with other credentials where the first are refused; resolves to an answer of success. */
async function send(options: TransportOptions, request: KubeRequest, attempt: Attempt): Promise<Answer> {
  const { authentication } = options.access;
  const credentials = await authentication.current(attempt.signal);
  const answer = await sendAs(credentials, options, request, attempt);
  if (answer.status !== 401) return successOf(answer, options, request);
  authentication.refuse(credentials);
  const renewed = await authentication.current(attempt.signal);
  if (isSame(renewed, credentials)) return successOf(answer, options, request);
  answer.discard();
  return successOf(await sendAs(renewed, options, request, attempt), options, request);
}

async function sendAs(
  credentials: Credentials,
  { access, dispatchers, userAgent }: TransportOptions,
  { method, path, body, contentType, subject }: KubeRequest,
  { use, patience, signal }: Attempt,
): Promise<Answer> {
  const { authorization, certificate } = credentials;
  if (authorization !== undefined) access.redaction.hide(authorization.replace(/^\S+ /, ''));
  return exchange({
    dispatcher: dispatchers.of(use, certificate),
    url: urlOf(access.server, path),
    method,
    headers: {
      accept: 'application/json',
      'user-agent': userAgent,
      ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
      ...access.impersonation,
      ...(authorization !== undefined && { authorization }),
    },
    body,
    subject,
    patience,
    signal,
  });
}

/** A server may be behind a path, as Rancher's are. */
function urlOf(server: URL, path: string): URL {
  return new URL(`${server.href.replace(/\/$/, '')}${path}`);
}

async function successOf(
  answer: Answer,
  { access, collaborators }: TransportOptions,
  { subject }: KubeRequest,
): Promise<Answer> {
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  const text = await textOf(answer).catch(() => '');
  const retryAfter = parseRetryAfter(answer.header('retry-after'), collaborators.now());
  const failure = { status, body: parsed(text) ?? text, subject, ...(retryAfter !== undefined && { retryAfter }) };
  throw statusError(failure, access.redaction);
}

async function readJson(answer: Answer, subject: string): Promise<unknown> {
  const value = parsed(await textOf(answer));
  if (value === undefined) {
    throw new KubeError('BAD_ANSWER', subject, 'the API server answers what is no whole JSON', { status: 200 });
  }
  return value;
}

async function textOf({ body }: Answer): Promise<string> {
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
