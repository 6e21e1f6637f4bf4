import { Readable } from 'node:stream';
import { request as send } from 'undici';
import { answerOf } from '../../http/answer.ts';
import { startPatience, type PatienceClock } from '../../http/patience.ts';
import type { HttpAnswer, HttpRequest, RequestBody } from './http-request.ts';
import { redirected } from './location.ts';
import { networkError } from './network-error.ts';
import { RegistryError } from './registry-error.ts';
import type { Wire } from './wire.ts';

const MOST_REDIRECTS = 5;
/** Of all requests: there are registries that answer nobody who does not say what he is. */
const USER_AGENT = { 'user-agent': 'taskpack' };
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
  const clock = startPatience({ idle, total }, wire.signal);
  const sent = body === undefined ? undefined : sending(body, clock);
  const failure = (error: unknown): unknown => sent?.failure() ?? failureOf(error, wire, clock, request);
  try {
    const answer = await send(url, {
      dispatcher: wire.collaborators.dispatcher,
      method,
      headers: { ...USER_AGENT, ...headers, ...(body !== undefined && { 'content-length': `${body.length}` }) },
      body: sent?.stream ?? null,
      signal: clock.signal,
    });
    clock.touch();
    return { url, ...answerOf(answer, clock, failure) };
  } catch (error) {
    clock.stop();
    throw failure(error);
  }
}

interface Sending {
  readonly stream: Readable;
  /** Why the source ended early, which is nobody's fault but its own. */
  readonly failure: () => unknown;
}

function sending(body: RequestBody, clock: PatienceClock): Sending {
  let failure: unknown;
  let isSending = false;
  const touched = async function* (): AsyncGenerator<Uint8Array> {
    const source = body.open()[Symbol.asyncIterator]();
    try {
      for (let next = await source.next(); next.done !== true; next = await source.next()) {
        clock.touch();
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

function failureOf(error: unknown, { signal }: Wire, clock: PatienceClock, { url, subject }: HttpRequest): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (clock.isOver()) return new RegistryError('TIMED_OUT', subject, `${url.host} does not answer in time`);
  return networkError(error, subject, url.host);
}
