import { request as send } from 'undici';
import { type HttpResponse, httpResponse } from '../../../http/response.ts';
import { errorCode, isTlsCode } from '../../../http/error-code.ts';
import { startTimeouts } from '../../../http/timeouts.ts';
import { PrepareError } from '../../step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';

/** Header fields by their names in lower case. */
export type Fields = Readonly<Record<string, string>>;
type Asking = Pick<PrepareDependencies, 'network' | 'signal'>;

/** The time without a received byte after which a request fails. */
const IDLE_TIMEOUT_MS = 60_000;

const MAX_REDIRECTS = 10;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

/** Sends a GET request and follows redirects. Only the first host receives `Authorization`. */
export async function request(dependencies: Asking, url: URL, headers: Fields): Promise<HttpResponse> {
  let place = url;
  let sent = headers;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await requestOnce(dependencies, place, sent);
    if (!REDIRECT_STATUSES.includes(answer.status)) return answer;
    answer.discard();
    const next = nextPlace(place, answer.header('location'));
    if (!mayReceiveCredentials(place, next)) sent = withoutAuthorization(sent);
    place = next;
  }
  throw new PrepareError('SourceNotFound', `${url.host} redirects more than ${MAX_REDIRECTS} times: check the URL`);
}

/** Sends one request and returns the response whatever its status. A request with a body is a POST. */
export async function requestOnce(
  { network: { dispatcher }, signal }: Asking,
  url: URL,
  headers: Fields,
  body?: string,
): Promise<HttpResponse> {
  const clock = startTimeouts({ idleMs: IDLE_TIMEOUT_MS }, signal);
  const failure = (error: unknown): unknown => (signal.aborted ? signal.reason : networkFailure(url.host, error));
  try {
    const content = body === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', body } as const);
    const answer = await send(url, { dispatcher, ...content, headers, signal: clock.signal });
    clock.refresh();
    return httpResponse(answer, clock, failure);
  } catch (error) {
    clock.stop();
    throw failure(error);
  }
}

function nextPlace(place: URL, location = ''): URL {
  const next = location !== '' && URL.canParse(location, place.href) ? new URL(location, place) : undefined;
  if (next !== undefined && (next.protocol === 'https:' || next.protocol === 'http:')) return next;
  throw new PrepareError('SourceNotFound', `${place.host} redirects to a URL that is not http or https: check the URL`);
}

/** True for the same origin, and for a redirect of a host from HTTP to HTTPS. */
function mayReceiveCredentials(first: URL, next: URL): boolean {
  const isUpgrade = first.protocol === 'http:' && next.protocol === 'https:' && first.port === '' && next.port === '';
  return next.origin === first.origin || (isUpgrade && next.hostname === first.hostname);
}

function withoutAuthorization(headers: Fields): Fields {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'));
}

function networkFailure(host: string, error: unknown): PrepareError {
  const code = errorCode(error);
  return isTlsCode(code)
    ? new PrepareError(
        'TlsFailed',
        `the TLS certificate of ${host} is not trusted (${code}): add its certificate authority to the CA bundle of build pods`,
        error,
      )
    : new PrepareError(
        'NetworkFailed',
        `cannot connect to ${host} (${code === '' ? 'timeout' : code}): check the address, DNS, proxies and network policies`,
        error,
      );
}

/** Returns the error for a response without a blob and discards the response's body. */
export function statusFailure(answer: HttpResponse, url: URL): PrepareError {
  answer.discard();
  const { status } = answer;
  const place = `${url.origin}${url.pathname}`;
  if (status === 401 || status === 403) {
    return new PrepareError(
      'SourceDenied',
      `${url.hostname} denies access to ${place} (status ${status}): check the Secret for ${url.hostname}`,
    );
  }
  if (status === 404 || status === 410)
    return new PrepareError('SourceNotFound', `there is no blob at ${place} (status ${status}): check the URL`);
  if (status === 408 || status === 429 || status >= 500) {
    return new PrepareError('ServerUnavailable', `${url.host} is unavailable (status ${status}): try again later`);
  }
  return new PrepareError('SourceNotFound', `${place} did not return a blob (status ${status}): check the URL`);
}
