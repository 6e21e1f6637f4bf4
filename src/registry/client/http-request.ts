import type { Answer } from '../../http/answer.ts';
import type { Subject } from './registry-error.ts';

/** What a request carries; opened anew for every attempt. */
export interface RequestBody {
  /** In bytes. */
  readonly length: number;
  readonly open: () => AsyncIterable<Uint8Array>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** How many bytes the answer may have, for the deadline; the body's are added. */
  readonly transfer?: number;
  /** Milliseconds without a byte, where other than the settings have it. */
  readonly idle?: number;
  readonly subject: Subject;
}

/** An answer whose body is still to come; it throws `NETWORK` or `TIMED_OUT`. */
export interface HttpAnswer extends Answer {
  /** Of the last request of a chain of redirects. */
  readonly url: URL;
}

const SLICE = 65_536;

/** A body that is in memory. It is sent in slices, so that a slow connection shows progress. */
export function bytesBody(bytes: Uint8Array): RequestBody {
  return {
    length: bytes.length,
    open: async function* () {
      for (let start = 0; start < bytes.length; start += SLICE) yield bytes.subarray(start, start + SLICE);
    },
  };
}
