import { request as send, type Dispatcher } from 'undici';
import { KubeError } from '../kube-error.ts';
import { networkError } from './network-error.ts';
import { startPatience, type Patience, type PatienceClock } from './patience.ts';

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

/** An answer whose body is still to come. Exactly one of `body` and `discard` is used, once. */
export interface WireAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Ends with the server's last byte, or throws what `exchange` rejects with. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the body and frees the connection. */
  readonly discard: () => void;
}

/**
 * Sends a request once and answers with whatever status there is. Rejects with `UNREACHABLE`, `NETWORK`, `TIMED_OUT`,
 * `TLS`, or the reason of the aborted signal.
 */
export async function exchange(request: WireRequest): Promise<WireAnswer> {
  const { dispatcher, url, method, headers, body, patience, signal } = request;
  signal?.throwIfAborted();
  const clock = startPatience(patience, signal);
  try {
    const answer = await send(url, {
      dispatcher,
      method,
      headers: mutable(headers),
      body: body ?? null,
      signal: clock.signal,
    });
    clock.touch();
    return answerOf(request, answer, clock);
  } catch (error) {
    clock.stop();
    throw failureOf(error, request, clock);
  }
}

function answerOf(
  request: WireRequest,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  clock: PatienceClock,
): WireAnswer {
  const received = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        clock.touch();
        yield chunk;
      }
    } catch (error) {
      throw failureOf(error, request, clock);
    } finally {
      clock.stop();
    }
  };
  return {
    status: statusCode,
    header: (name) => {
      const value = headers[name];
      return typeof value === 'object' ? value.join(', ') : value;
    },
    body: received(),
    discard: () => {
      // Reads what little is left, so that the connection can be used again; nobody waits for it.
      body.dump({ limit: 65_536, signal: clock.signal }).then(clock.stop, clock.stop);
    },
  };
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
