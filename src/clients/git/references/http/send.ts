import type { Dispatcher } from 'undici';
import { addressRefusal } from '../../../http/addresses/address-refused-error.ts';
import { withAddressKind } from '../../../http/addresses/guarded-dispatcher.ts';
import { sendWithin, type Reach, type ReachableKind } from '../../../http/addresses/reach.ts';
import { errorCode, isTlsCode, meshAdvice } from '../../../../core/model/error-code.ts';
import type { HttpResponse } from '../../../http/response.ts';
import { parseRetryAfterMs } from '../../../http/retries.ts';
import { sendRequest } from '../../../http/send-request.ts';
import { startTimeouts, type ResponseTimeouts, type TimeoutTimer } from '../../../http/timeouts.ts';
import { GitError } from '../git-error.ts';
import type { FailureScope } from '../../../../core/model/failure-scope.ts';

/** The settings and connections of all requests to git servers. */
export interface GitHttp {
  /** Keeps the connections, and checks the addresses of hosts. */
  readonly dispatcher: Dispatcher;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** `idleMs` is for each response, and `totalMs` for all requests of one query. */
  readonly timeouts: Pick<ResponseTimeouts, 'idleMs' | 'totalMs'>;
}

/**
 * The place of a request in its query. `first`: the first request to the server that the user named, so that no response means that the
 * whole server does not answer. `later`: a further one to that server. `elsewhere`: to another server, after a redirect.
 */
export type RequestPlace = 'first' | 'later' | 'elsewhere';

export interface GitRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** The name of the server in errors, which is not a host that a server chose. */
  readonly server: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The kinds of addresses that the host may have. */
  readonly reach: Reach;
  readonly place: RequestPlace;
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
  let isAnswered = false;
  const failure = (error: unknown): unknown => {
    return failureOf(error, request, timer, scopeOfSilence(request.place, isAnswered));
  };
  const options = {
    dispatcher: http.dispatcher,
    method,
    headers: { 'user-agent': 'git/taskpack', ...headers },
    body: body ?? null,
  };
  const response = await sendRequest(url, withAddressKind(kind, options), timer, failure);
  isAnswered = true;
  return response;
}

/** Returns the queries that a missing response, or one that ends too early, concerns. */
function scopeOfSilence(place: RequestPlace, isAnswered: boolean): FailureScope {
  if (place === 'elsewhere') return 'query';
  return place === 'first' && !isAnswered ? 'host' : 'login';
}

/** Returns the queries that the status of an unavailable server concerns. */
function scopeOfStatus(place: RequestPlace, status: number): FailureScope {
  if (place === 'elsewhere') return 'query';
  return status === 429 ? 'limit' : 'host';
}

function failureOf(error: unknown, request: GitRequest, timer: TimeoutTimer, scope: FailureScope): unknown {
  const { url, server: host, signal } = request;
  if (signal.aborted) return signal.reason;
  if (timer.hasExpired()) {
    const message = `${host} does not respond in time: check the network, or try again later`;
    return new GitError('NetworkFailed', message, { scope });
  }
  const refusal = addressRefusal(error);
  if (refusal !== undefined) {
    const message =
      host === url.host ? refusal.message : `${host} has an address to which taskpack does not connect here`;
    return new GitError('AddressRefused', message, { cause: refusal });
  }
  const code = errorCode(error);
  if (isTlsCode(code)) {
    const message = `the TLS connection to ${host} fails (${code}): check that the CA bundle has its certificate authority${meshAdvice(code)}`;
    return new GitError('TlsFailed', message, { cause: error, scope });
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    const message = `${host} sends headers that are longer than taskpack reads: check the URL, and the proxies before the server`;
    return new GitError('InvalidResponse', message, { cause: error });
  }
  const message = `the connection to ${host} fails${code === '' ? '' : ` (${code})`}: check the URL, DNS, proxies and network policies${meshAdvice(code)}`;
  return new GitError('NetworkFailed', message, { cause: error, scope });
}

/** Returns the error of a status other than 200. `isWithCredentials` is true if the request had a login. */
export function statusError(
  { status, header }: Pick<HttpResponse, 'status' | 'header'>,
  host: string,
  isWithCredentials: boolean,
  place: RequestPlace,
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
      scope: scopeOfStatus(place, status),
    });
  }
  return new GitError('InvalidResponse', `${host} answers with the status ${status}: check the URL`);
}
