import { setImmediate as turn } from 'node:timers/promises';
import type { PodLogOptions } from '../../../../src/clients/kube/client/pod-log.ts';
import type { LogDependencies } from '../../../../src/insight/logs/container-log.ts';
import { observedValue, type SettableValue } from '../../../../src/insight/logs/observed-value.ts';
import type { ObservedPod } from '../../../../src/insight/logs/pod-log.ts';

/** A line of a container's log, with its time. */
export type WrittenLine = readonly [time: string, text: string];

/** The behaviour of one log stream. */
export interface FakeStream {
  /** The number of bytes to send. The default is all. */
  readonly bytes?: number;
  /** The size of each chunk in bytes. */
  readonly pieces?: number;
  /** How the stream ends. The default is a normal end. */
  readonly end?: Error;
  /** Happens when the stream has ended. */
  readonly after?: () => void;
  /** So many of the first lines are gone: the log was rotated. */
  readonly rotated?: number;
}

export interface FakeKubelet extends LogDependencies {
  readonly observedPod: SettableValue<ObservedPod>;
  readonly asked: readonly PodLogOptions[];
  readonly waits: readonly number[];
}

/** Gives logs by container as a kubelet behind an API server does, each stream as it is written down; after those, whole ones. */
export function fakeKubelet(
  logs: Readonly<Record<string, readonly WrittenLine[] | string>>,
  observedPod: ObservedPod,
  streams: readonly (FakeStream | Error)[] = [],
): FakeKubelet {
  const asked: PodLogOptions[] = [];
  const waits: number[] = [];
  const left = [...streams];
  return {
    asked,
    waits,
    observedPod: observedValue(observedPod),
    signal: new AbortController().signal,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      await turn();
    },
    podLog: async (_, options) => {
      asked.push(options);
      const stream = left.shift() ?? {};
      if (stream instanceof Error) throw stream;
      return streamOf(written(logs[options.container] ?? [], options, stream.rotated), stream);
    },
  };
}

async function* streamOf(
  log: Buffer,
  { bytes = log.length, pieces = 4096, end, after = () => undefined }: FakeStream,
): AsyncGenerator<Uint8Array> {
  const sent = log.subarray(0, bytes);
  for (let at = 0; at < sent.length; at += pieces) yield sent.subarray(at, at + pieces);
  after();
  if (end !== undefined) throw end;
}

/** The API server passes `sinceTime` on in whole seconds; the kubelet then begins with the lines of that time. */
function written(log: readonly WrittenLine[] | string, { sinceTime }: PodLogOptions, rotated = 0): Buffer {
  if (typeof log === 'string') return Buffer.from(log);
  const since = sinceTime === undefined ? 0 : Math.floor(Date.parse(sinceTime) / 1000) * 1000;
  const lines = log.slice(rotated).filter(([time]) => Date.parse(time) >= since);
  return Buffer.from(lines.map(([time, text]) => `${time} ${text}\n`).join(''));
}
