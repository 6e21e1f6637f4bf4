import type { KubeRequest } from '../../../../src/clients/kube/transport/kube-request.ts';
import type { Transport } from '../../../../src/clients/kube/transport/transport.ts';

/** The lines of a watch, or the error that ends it. */
export interface FakeWatch {
  readonly lines: readonly unknown[];
  /** How the stream ends: regularly, with an error, or only when it is stopped. */
  readonly end: 'over' | 'never' | Error;
}

/** A transport with scripted responses. */
export interface FakeTransport extends Transport {
  readonly asked: readonly KubeRequest[];
  /** The open streams. */
  readonly open: () => number;
}

/** Answers calls and streams in the order of their scripts. The last response of a script repeats. */
export function fakeTransport(calls: readonly unknown[], streams: readonly (FakeWatch | Error)[] = []): FakeTransport {
  const asked: KubeRequest[] = [];
  let open = 0;
  const left = { calls: [...calls], streams: [...streams] };
  return {
    asked,
    open: () => open,
    call: async (request, { signal } = {}) => {
      signal?.throwIfAborted();
      asked.push(request);
      const answer = next(left.calls);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    stream: async (request, { signal } = {}) => {
      signal?.throwIfAborted();
      asked.push(request);
      const answer = next(left.streams) ?? { lines: [], end: 'never' };
      if (answer instanceof Error) throw answer;
      return streamOf(answer, signal, (change) => (open += change));
    },
  };
}

async function* streamOf(
  { lines, end }: FakeWatch,
  signal: AbortSignal | undefined,
  count: (change: 1 | -1) => void,
): AsyncGenerator<Uint8Array> {
  count(1);
  try {
    for (const line of lines) yield Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
    if (end instanceof Error) throw end;
    if (end === 'never')
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  } finally {
    count(-1);
  }
}

function next<T>(script: T[]): T | undefined {
  return script.length > 1 ? script.shift() : script[0];
}
