import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { openStream, type Connection, type StreamMessage } from './stream.ts';

/** Reduces the messages of a stream to a state. */
export interface StreamState<State, Message> {
  readonly first: State;
  /** Called when a stream opens. It sends everything again, but the old state is shown until then. */
  readonly reopened?: (state: State) => State;
  readonly next: (state: State, message: Message) => State;
}

/** Follows the stream of a path. Returns the state of its messages, and of the connection. */
export function useStream<State, Message extends StreamMessage>(
  path: string,
  { first, next, reopened }: StreamState<State, Message>,
): readonly [state: State, connection: Connection] {
  const [connection, setConnection] = useState<Connection>({ kind: 'opening' });
  const [, redraw] = useState(0);
  const state = useRef(first);
  useLayoutEffect(() => {
    state.current = first;
    let frame = 0;
    // Messages can come faster than the browser draws.
    const change = (value: State): void => {
      state.current = value;
      if (frame !== 0) return;
      frame = window.requestAnimationFrame(() => {
        frame = 0;
        redraw((count) => count + 1);
      });
    };
    const close = openStream<Message>(path, {
      onOpen: () => change(reopened === undefined ? state.current : reopened(state.current)),
      onMessage: (message) => change(next(state.current, message)),
      onConnection: (now) => setConnection((last) => (last.kind === 'open' && now.kind === 'open' ? last : now)),
    });
    return () => {
      window.cancelAnimationFrame(frame);
      close();
    };
  }, [path]);
  return [state.current, connection];
}
