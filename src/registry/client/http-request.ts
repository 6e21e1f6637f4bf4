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

/** An answer whose body is still to come. Exactly one of `body` and `discard` is used, once. */
export interface HttpAnswer {
  /** Of the last request of a chain of redirects. */
  readonly url: URL;
  readonly status: number;
  /** By name in lower case; several of one name are joined as RFC 9110 section 5.3 has it. */
  readonly header: (name: string) => string | undefined;
  /** Ends with the registry's last byte, or throws `NETWORK` or `TIMED_OUT`. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the body and frees the connection. */
  readonly discard: () => void;
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
