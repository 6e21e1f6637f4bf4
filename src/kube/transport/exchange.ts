import { request as send, type Dispatcher } from 'undici';
import { answerOf, type Answer } from '../../http/answer.ts';
import { startPatience, type Patience, type PatienceClock } from '../../http/patience.ts';
import { KubeError } from '../kube-error.ts';
import { networkError } from './network-error.ts';

/** What is sent once. */
export interface WireRequest {
  readonly dispatcher: Dispatcher;
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | undefined;
  readonly subject: string;
  readonly patience: Patience;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request once and answers with whatever status there is. Rejects with `UNREACHABLE`, `NETWORK`, `TIMED_OUT`,
 * `TLS`, or the reason of the aborted signal.
 */
export async function exchange(request: WireRequest): Promise<Answer> {
  const { dispatcher, url, method, headers, body, patience, signal } = request;
  signal?.throwIfAborted();
  const clock = startPatience(patience, signal);
  const failure = (error: unknown): unknown => failureOf(error, request, clock);
  try {
    const answer = await send(url, {
      dispatcher,
      method,
      headers: mutable(headers),
      body: body ?? null,
      signal: clock.signal,
    });
    clock.touch();
    return answerOf(answer, clock, failure);
  } catch (error) {
    clock.stop();
    throw failure(error);
  }
}

function failureOf(error: unknown, { signal, subject, url }: WireRequest, clock: PatienceClock): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (clock.isOver()) {
    return new KubeError('TIMED_OUT', subject, `the API server at ${url.host} does not answer in time`);
  }
  return networkError(error, subject, url.host);
}

function mutable(headers: WireRequest['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
}
