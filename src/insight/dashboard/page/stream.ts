import { streamData, StreamRefusal } from './stream-data.ts';

/** The state of a stream. */
export type Connection =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open' }
  /** The stream broke, or the server could not read from the cluster. The page opens the stream again. */
  | { readonly kind: 'lost'; readonly text: string }
  /** The server does not accept the token. The page waits for another one. */
  | { readonly kind: 'refused' };

/** A message of the server. `problem` is the last one before a retry, and `end` the last one of a stream that is complete. */
export interface StreamMessage {
  readonly kind: string;
  readonly text?: string;
}

export interface StreamHandlers<Message> {
  /** Called before the first message of each stream, which sends everything from its beginning. */
  readonly onOpen: () => void;
  readonly onMessage: (message: Message) => void;
  readonly onConnection: (connection: Connection) => void;
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8000;

/**
 * Reads a stream while the page is visible, because a browser has only six connections to a server. Opens the stream again after
 * it has broken. Returns a function that closes it.
 */
export function openStream<Message extends StreamMessage>(path: string, handlers: StreamHandlers<Message>): () => void {
  let reading = new AbortController();
  let timer: number | undefined;
  let delayMs = FIRST_DELAY_MS;
  let isComplete = false;
  const start = (): void => {
    stop();
    if (document.hidden || isComplete) return;
    reading = new AbortController();
    void run(reading.signal);
  };
  const stop = (): void => {
    reading.abort();
    window.clearTimeout(timer);
  };
  const onMessage = (message: Message): void => {
    handlers.onMessage(message);
    delayMs = FIRST_DELAY_MS;
  };
  const run = async (signal: AbortSignal): Promise<void> => {
    const end = await readOnce(path, signal, { ...handlers, onMessage });
    if (signal.aborted) return;
    isComplete = end === 'complete';
    if (end === 'complete') return;
    handlers.onConnection(end);
    if (end.kind === 'refused') return;
    timer = window.setTimeout(start, delayMs);
    delayMs = Math.min(2 * delayMs, MAX_DELAY_MS);
  };
  document.addEventListener('visibilitychange', start);
  // Another tab has got the token of a server that was started again.
  window.addEventListener('storage', start);
  start();
  return () => {
    document.removeEventListener('visibilitychange', start);
    window.removeEventListener('storage', start);
    stop();
  };
}

const NO_ANSWER = 'The dashboard does not answer. If "taskpack dashboard" has ended, start it again.';

/** Reads a stream once. Resolves to why it must be opened again. */
async function readOnce<Message extends StreamMessage>(
  path: string,
  signal: AbortSignal,
  { onOpen, onMessage, onConnection }: StreamHandlers<Message>,
): Promise<Connection | 'complete'> {
  let isFirst = true;
  try {
    for await (const data of streamData(path, signal)) {
      if (signal.aborted) break;
      // The server and the page are one program, so its messages have the type of the stream.
      const message: Message = JSON.parse(data);
      if (message.kind === 'problem') return { kind: 'lost', text: message.text ?? '' };
      if (isFirst) onOpen();
      isFirst = false;
      onConnection({ kind: 'open' });
      onMessage(message);
      if (message.kind === 'end') return 'complete';
    }
  } catch (error) {
    if (error instanceof StreamRefusal)
      return error.isToken ? { kind: 'refused' } : { kind: 'lost', text: error.message };
  }
  return { kind: 'lost', text: NO_ANSWER };
}
