import type { Dispatcher } from 'undici';
import type { PatienceClock } from './patience.ts';

/** An answer whose body is still to come. Exactly one of `body` and `discard` is used, once. */
export interface Answer {
  readonly status: number;
  /** By name in lower case; several of one name are joined as RFC 9110 section 5.3 has it. */
  readonly header: (name: string) => string | undefined;
  /** Ends with the server's last byte, or throws. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the body and frees the connection. */
  readonly discard: () => void;
}

/** So much of what is dropped is read, so that the connection can be used again. */
const MOST_DROPPED = 65_536;

/** What undici received, under a clock that is stopped with the body's end. `failureOf` says what a broken body throws. */
export function answerOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  clock: PatienceClock,
  failureOf: (error: unknown) => unknown,
): Answer {
  const received = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        clock.touch();
        yield chunk;
      }
    } catch (error) {
      throw failureOf(error);
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
    // Nobody waits for it.
    discard: () => void body.dump({ limit: MOST_DROPPED, signal: clock.signal }).then(clock.stop, clock.stop),
  };
}
