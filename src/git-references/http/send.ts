import type { Dispatcher } from 'undici';
import { addressRefusal } from '../../http/addresses/address-refused-error.ts';
import { withAddressKind } from '../../http/addresses/guarded-dispatcher.ts';
import { sendWithin, type Reach, type ReachableKind } from '../../http/addresses/reach.ts';
import { errorCode, isTlsCode, meshAdvice } from '../../http/error-code.ts';
import type { HttpResponse } from '../../http/response.ts';
import { parseRetryAfterMs } from '../../http/retries.ts';
import { sendRequest } from '../../http/send-request.ts';
import { startTimeouts, type ResponseTimeouts, type TimeoutTimer } from '../../http/timeouts.ts';
import { GitError } from '../git-error.ts';

/** The settings and connections of all requests to git servers. */
export interface GitHttp {
  /** Keeps the connections, and checks the addresses of hosts. */
  readonly dispatcher: Dispatcher;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** `idleMs` is for each response, and `totalMs` for all requests of one query. */
  readonly timeouts: Pick<ResponseTimeouts, 'idleMs' | 'totalMs'>;
}

export interface GitRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The kinds of addresses that the host may have. */
  readonly reach: Reach;
  readonly signal: AbortSignal;
}

/** A response, and the kind of the address that sent it. */
export interface GitResponse {
  readonly response: HttpResponse;
  readonly reached: ReachableKind;
}

/** Sends one request and returns the response, whatever its status. Rejects with `GitError` or the signal's reason. */
export async function sendGitRequest(http: GitHttp, request: GitRequest): Promise<GitResponse> {
  return sendWithin(request.reach, async (kind) => sendOnce(http, request, kind));
}

async function sendOnce(http: GitHttp, request: GitRequest, kind: ReachableKind): Promise<HttpResponse> {
  const { method, url, headers, body, signal } = request;
  signal.throwIfAborted();
  const { idleMs } = http.timeouts;
  const timer = startTimeouts({ idleMs }, signal);
  const failure = (error: unknown): unknown => failureOf(error, request, timer);
  const options = {
    dispatcher: http.dispatcher,
    method,
    headers: { 'user-agent': 'git/taskpack', ...headers },
    body: body ?? null,
  };
  return sendRequest(url, withAddressKind(kind, options), timer, failure);
}

function failureOf(error: unknown, { url, signal }: GitRequest, timer: TimeoutTimer): unknown {
  if (signal.aborted) return signal.reason;
  const { host } = url;
  if (timer.hasExpired()) {
    return new GitError('NetworkFailed', `${host} does not respond in time: check the network, or try again later`);
  }
  const refusal = addressRefusal(error);
  if (refusal !== undefined) return new GitError('AddressRefused', refusal.message, { cause: refusal });
  const code = errorCode(error);
  if (isTlsCode(code)) {
    const message = `the TLS connection to ${host} fails (${code}): check that the CA bundle has its certificate authority${meshAdvice(code)}`;
    return new GitError('TlsFailed', message, { cause: error });
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    const message = `${host} sends headers that are longer than taskpack reads: check the URL, and the proxies before the server`;
    return new GitError('InvalidResponse', message, { cause: error });
  }
  const message = `the connection to ${host} fails${code === '' ? '' : ` (${code})`}: check the URL, DNS, proxies and network policies${meshAdvice(code)}`;
  return new GitError('NetworkFailed', message, { cause: error });
}

/** Returns the error of a status other than 200. `isWithCredentials` is true if the request had a login. */
export function statusError(
  { status, header }: Pick<HttpResponse, 'status' | 'header'>,
  { host }: URL,
  isWithCredentials: boolean,
  now: number,
): GitError {
  const retryAfterMs = parseRetryAfterMs(header('retry-after'), now);
  if (status === 401 || status === 403) {
    return new GitError(
      'SourceDenied',
      isWithCredentials
        ? `${host} denies access (${status}): check that the user of the Secret may read the repository`
        : `${host} denies access (${status}): add a Secret for this host to the secrets of the ServiceAccount`,
    );
  }
  if (status === 404 || status === 410) {
    return new GitError('SourceNotFound', `${host} does not have the repository (${status}): correct the URL`);
  }
  if (status === 408 || status === 429 || status >= 500) {
    return new GitError('ServerUnavailable', `${host} is unavailable or limits requests (${status}): try again later`, {
      retryAfterMs,
    });
  }
  return new GitError('InvalidResponse', `${host} answers with the status ${status}: check the URL`);
}
