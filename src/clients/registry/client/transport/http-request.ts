import type { Reach, ReachableKind } from '../../../http/addresses/reach.ts';
import type { HttpResponse } from '../../../http/response.ts';
import type { Subject } from '../registry-error.ts';

/** The body of a request. Every attempt opens it again. */
export interface RequestBody {
  /** In bytes. */
  readonly length: number;
  readonly open: () => AsyncIterable<Uint8Array>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** The expected size of the response body, which extends the total timeout. */
  readonly responseBytes?: number;
  /** Overrides the idle timeout of the client. */
  readonly idleTimeoutMs?: number;
  /** The kinds of addresses that the URL's host may have. */
  readonly reach: Reach;
  readonly subject: Subject;
}

/** A response whose body has not been read yet. Reading it throws `NETWORK` or `TIMED_OUT`. */
export interface RegistryResponse extends HttpResponse {
  /** The URL after redirects. */
  readonly url: URL;
  /** The kind of the address that responded. */
  readonly reached: ReachableKind;
}

const SLICE_BYTES = 65_536;

/** Returns a body with these bytes. It is sent in slices, so that a slow connection restarts the idle timeout. */
export function bytesBody(bytes: Uint8Array): RequestBody {
  return {
    length: bytes.length,
    open: async function* () {
      for (let start = 0; start < bytes.length; start += SLICE_BYTES) yield bytes.subarray(start, start + SLICE_BYTES);
    },
  };
}
