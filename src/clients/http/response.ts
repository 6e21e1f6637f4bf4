import type { Dispatcher } from 'undici';
import type { TimeoutTimer } from './timeouts.ts';

/** A response whose body has not been read yet. Use either `body` or `discard`, and use it once. */
export interface HttpResponse {
  readonly status: number;
  /** Returns a header by its lower-case name. Headers of one name are joined with commas (RFC 9110 section 5.3). */
  readonly header: (name: string) => string | undefined;
  /** The bytes of the body. Throws if the connection breaks or a timeout expires. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Discards the body and frees the connection. */
  readonly discard: () => void;
}

/** Reads at most this many bytes of a discarded body, so that the connection can be reused. */
const MAX_DISCARDED_BYTES = 65_536;

/** Wraps undici's response. Stops the timer at the end of the body. `toError` converts the error of a broken body. */
export function httpResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  timer: TimeoutTimer,
  toError: (error: unknown) => unknown,
): HttpResponse {
  const received = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        timer.refresh();
        yield chunk;
      }
    } catch (error) {
      throw toError(error);
    } finally {
      timer.stop();
    }
  };
  return {
    status: statusCode,
    header: (name) => {
      const value = headers[name];
      return typeof value === 'object' ? value.join(', ') : value;
    },
    body: received(),
    // Discarding continues in the background.
    discard: () => void body.dump({ limit: MAX_DISCARDED_BYTES, signal: timer.signal }).then(timer.stop, timer.stop),
  };
}

/** Reads the whole body, or returns `undefined` if the body is longer than `maxBytes`. */
export async function readBody({ header, body, discard }: HttpResponse, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(header('content-length') ?? 0) > maxBytes) {
    discard();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
