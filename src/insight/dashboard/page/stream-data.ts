import { eventReader } from './event-reader.ts';
import { currentToken } from './session.ts';

/** The server does not send the data of a stream. */
export class StreamRefusal extends Error {
  /** True if the server does not accept the token. */
  readonly isToken: boolean;

  constructor(message: string, isToken: boolean) {
    super(message);
    this.isToken = isToken;
  }
}

/**
 * Yields the data of the events of a path until the server ends them. Throws `StreamRefusal`, or the browser's errors. Gives up if the
 * server answers nothing for a while: another program can have its port.
 */
export async function* streamData(path: string, signal: AbortSignal): AsyncGenerator<string> {
  const headers = { authorization: `Bearer ${currentToken(window)}` };
  const end = new AbortController();
  const init = { headers, signal: AbortSignal.any([signal, end.signal]), cache: 'no-store' } as const;
  try {
    const response = await withinTime(fetch(path, init));
    if (!response.ok || response.body === null)
      throw new StreamRefusal(await withinTime(response.text()), response.status === 401);
    const { read } = eventReader();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await withinTime(reader.read());
      if (done) return;
      yield* read(decoder.decode(value, { stream: true }));
    }
  } finally {
    end.abort();
  }
}

/** The server sends something each 15 seconds. */
const SILENCE_MS = 40_000;

async function withinTime<T>(promise: Promise<T>): Promise<T> {
  let timer: number | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('the server is silent')), SILENCE_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    window.clearTimeout(timer);
  }
}
