import { Readable } from 'node:stream';
import { request as send, type Dispatcher } from 'undici';
import { startDeadline, type Deadline } from './deadline.ts';
import type { HttpAnswer, HttpRequest, RequestBody } from './http-request.ts';
import { redirected } from './location.ts';
import { networkError } from './network-error.ts';
import { RegistryError } from './registry-error.ts';
import type { Wire } from './wire.ts';

const MOST_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Sends a request once, follows redirects, and answers with whatever status there is. Rejects with `NETWORK`,
 * `TIMED_OUT`, `TLS`, `BAD_ANSWER`, the reason of the aborted signal, or the error of the request's own body.
 */
export async function exchange(wire: Wire, request: HttpRequest): Promise<HttpAnswer> {
  let current = request;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const answer = await sendOnce(wire, current);
    if (!REDIRECTS.includes(answer.status)) return answer;
    answer.discard();
    current = redirected(current, answer.status, answer.header('location'));
  }
  const sentence = `${request.url.host} redirects more than ${MOST_REDIRECTS} times`;
  throw new RegistryError('BAD_ANSWER', request.subject, sentence);
}

async function sendOnce(wire: Wire, request: HttpRequest): Promise<HttpAnswer> {
  const { url, method, headers, body, transfer = 0, idle = wire.deadlines.idle } = request;
  wire.signal?.throwIfAborted();
  const bytes = transfer + (body?.length ?? 0);
  const total = wire.deadlines.total + (bytes / wire.deadlines.slowestRate) * 1000;
  const deadline = startDeadline({ idle, total }, wire.signal);
  const sent = body === undefined ? undefined : sending(body, deadline);
  const failure = (error: unknown): unknown => sent?.failure() ?? failureOf(error, wire, deadline, request);
  try {
    const answer = await send(url, {
      dispatcher: wire.collaborators.dispatcher,
      method,
      headers: body === undefined ? headers : { ...headers, 'content-length': `${body.length}` },
      body: sent?.stream ?? null,
      signal: deadline.signal,
    });
    deadline.touch();
    return answerOf(answer, url, deadline, failure);
  } catch (error) {
    deadline.stop();
    throw failure(error);
  }
}

interface Sending {
  readonly stream: Readable;
  /** Why the source ended early, which is nobody's fault but its own. */
  readonly failure: () => unknown;
}

function sending(body: RequestBody, deadline: Deadline): Sending {
  let failure: unknown;
  let isSending = false;
  const touched = async function* (): AsyncGenerator<Uint8Array> {
    const source = body.open()[Symbol.asyncIterator]();
    try {
      for (let next = await source.next(); next.done !== true; next = await source.next()) {
        deadline.touch();
        // A broken connection is thrown in here; it must not pass for a failure of the source.
        isSending = true;
        yield next.value;
        isSending = false;
      }
    } catch (error) {
      if (!isSending) failure = error;
      throw error;
    } finally {
      await source.return?.();
    }
  };
  return { stream: Readable.from(touched(), { objectMode: false }), failure: () => failure };
}

function answerOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: URL,
  deadline: Deadline,
  failure: (error: unknown) => unknown,
): HttpAnswer {
  const received = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        deadline.touch();
        yield chunk;
      }
    } catch (error) {
      throw failure(error);
    } finally {
      deadline.stop();
    }
  };
  return {
    url,
    status: statusCode,
    header: (name) => {
      const value = headers[name];
      return typeof value === 'object' ? value.join(', ') : value;
    },
    body: received(),
    discard: () => {
      // Reads what little is left, so that the connection can be used again; nobody waits for it.
      body.dump({ limit: 65_536, signal: deadline.signal }).then(deadline.stop, deadline.stop);
    },
  };
}

function failureOf(error: unknown, { signal }: Wire, deadline: Deadline, { url, subject }: HttpRequest): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (deadline.isOver()) return new RegistryError('TIMED_OUT', subject, `${url.host} does not answer in time`);
  return networkError(error, subject, url.host);
}
