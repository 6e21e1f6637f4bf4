import { addressRefusal } from '../../clients/http/addresses/address-refused-error.ts';
import { withAddressKind } from '../../clients/http/addresses/guarded-dispatcher.ts';
import {
  chosenReach,
  namedReach,
  type Reach,
  type ReachableKind,
  sendWithin,
} from '../../clients/http/addresses/reach.ts';
import type { HttpResponse } from '../../clients/http/response.ts';
import { errorCode, isTlsCode, meshAdvice } from '../../core/model/error-code.ts';
import { keepsServer, MAX_REDIRECTS, REDIRECT_STATUSES } from '../../clients/http/redirects.ts';
import { sendRequest } from '../../clients/http/send-request.ts';
import { startTimeouts } from '../../clients/http/timeouts.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from './dependencies.ts';
import { parseUrl } from '../../core/model/bounded-url.ts';

/** Header fields by their names in lower case. */
export type Fields = Readonly<Record<string, string>>;
/** The connections of requests, and the signal that aborts them. */
interface Asking {
  readonly network: Pick<PrepareDependencies['network'], 'dispatcher'>;
  readonly signal: AbortSignal;
}

/** The time without a received byte after which a request fails. */
const IDLE_TIMEOUT_MS = 60_000;

/** The addresses that a request may connect to. */
export interface Reaches {
  /** Returns the reach of the host in the URL. */
  readonly named: (hostname: string) => Reach;
  /** Returns the reach of a redirect of a server with such an address. */
  readonly redirected: (server: ReachableKind) => Reach;
  /** False if errors are shown to users who cannot reach the servers: they name no host to which a server redirects. */
  readonly namesRedirects: boolean;
}

/**
 * The addresses in the Pod of a Build. Redirects lead to private addresses, which buildpacks reach as well, but to loopback
 * addresses only from a URL with such a host.
 */
const POD_REACHES: Reaches = {
  named: (hostname) => namedReach(hostname, true),
  redirected: (server) => chosenReach(server === 'public' ? 'private' : server),
  namesRedirects: true,
};

/** Sends a GET request and follows redirects. Only the first host receives `Authorization`. */
export async function request(
  dependencies: Asking,
  url: URL,
  headers: Fields,
  reaches: Reaches = POD_REACHES,
): Promise<HttpResponse> {
  const { answer } = await follow(
    dependencies,
    url,
    ({ isNamedServer }) => (isNamedServer ? headers : withoutAuthorization(headers)),
    reaches,
  );
  return answer;
}

/** A place to which redirects lead. */
export interface Place {
  readonly url: URL;
  /** True if all redirects stayed at the server that the user named (`keepsServer`). Only this server may receive a login. */
  readonly isNamedServer: boolean;
}

/** Sends a GET request, follows redirects, and returns the last response with its place. */
export async function follow(
  dependencies: Asking,
  url: URL,
  headersFor: (place: Place) => Fields,
  reaches: Reaches = POD_REACHES,
): Promise<Place & { readonly answer: HttpResponse }> {
  let place: Place = { url, isNamedServer: true };
  let reach = reaches.named(url.hostname);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const isNamed = reaches.namesRedirects || place.url.host === url.host;
    const name = isNamed ? place.url.host : `a server to which ${url.host} redirects`;
    const { reached, response: answer } = await sendOnce(dependencies, place.url, reach, {
      headers: headersFor(place),
      name,
    });
    if (!REDIRECT_STATUSES.includes(answer.status)) return { ...place, answer };
    answer.discard();
    const next = nextPlace(place.url, name, answer.header('location'));
    place = { url: next, isNamedServer: place.isNamedServer && keepsServer(place.url, next) };
    reach = reaches.redirected(reached);
  }
  throw new PrepareError('SourceNotFound', `${url.host} redirects more than ${MAX_REDIRECTS} times: check the URL`);
}

interface Content {
  readonly headers: Fields;
  /** The name of the server in errors. Defaults to the host. */
  readonly name?: string;
  /** A request with a body is a POST. */
  readonly body?: string;
}

/** Sends one request to a host that the user or the platform named. Returns the response whatever its status. */
export async function requestOnce(dependencies: Asking, url: URL, content: Content): Promise<HttpResponse> {
  return (await sendOnce(dependencies, url, namedReach(url.hostname, true), content)).response;
}

async function sendOnce(
  dependencies: Asking,
  url: URL,
  reach: Reach,
  content: Content,
): Promise<{ readonly reached: ReachableKind; readonly response: HttpResponse }> {
  return sendWithin(reach, async (kind) => sendTo(dependencies, url, kind, content));
}

async function sendTo(
  { network: { dispatcher }, signal }: Asking,
  url: URL,
  kind: ReachableKind,
  { headers, name = url.host, body }: Content,
): Promise<HttpResponse> {
  const timer = startTimeouts({ idleMs: IDLE_TIMEOUT_MS }, signal);
  const failure = (error: unknown): unknown => (signal.aborted ? signal.reason : networkFailure(url.host, name, error));
  const content = body === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', body } as const);
  return sendRequest(url, withAddressKind(kind, { dispatcher, ...content, headers }), timer, failure);
}

function nextPlace(place: URL, name: string, location = ''): URL {
  const next = location === '' ? undefined : parseUrl(location, place);
  if (next !== undefined && (next.protocol === 'https:' || next.protocol === 'http:')) return next;
  throw new PrepareError('SourceNotFound', `${name} redirects to a URL that is not http or https: check the URL`);
}

function withoutAuthorization(headers: Fields): Fields {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'));
}

function networkFailure(ownHost: string, host: string, error: unknown): PrepareError {
  const refusal = addressRefusal(error);
  if (refusal !== undefined) {
    const message =
      host === ownHost ? refusal.message : `${host} has an address to which taskpack does not connect here`;
    return new PrepareError('AddressRefused', message, refusal);
  }
  const code = errorCode(error);
  return isTlsCode(code)
    ? new PrepareError(
        'TlsFailed',
        `the TLS certificate of ${host} is not trusted (${code}): add its certificate authority to a ConfigMap with the label taskpack.dev/network${meshAdvice(code)}`,
        error,
      )
    : new PrepareError(
        'NetworkFailed',
        `cannot connect to ${host} (${code === '' ? 'timeout' : code}): check the address, DNS, proxies and network policies${meshAdvice(code)}`,
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
