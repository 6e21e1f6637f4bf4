import { Readable } from 'node:stream';
import { addressRefusal } from '../../../http/addresses/address-refused-error.ts';
import { withAddressKind } from '../../../http/addresses/guarded-dispatcher.ts';
import { sendWithin, type ReachableKind } from '../../../http/addresses/reach.ts';
import type { HttpResponse } from '../../../http/response.ts';
import { errorCode, isTlsCode, meshAdvice } from '../../../../core/model/error-code.ts';
import { sendRequest } from '../../../http/send-request.ts';
import { type TimeoutTimer, startTimeouts } from '../../../http/timeouts.ts';
import { RegistryError, type RegistryErrorDetails, type Subject } from '../registry-error.ts';
import type { RegistryResponse, HttpRequest, RequestBody } from './http-request.ts';
import { followRedirect } from './redirects.ts';
import { locationReach, serverName, type Transport } from './transport.ts';

const MAX_REDIRECTS = 5;
/** Some registries reject requests without a user agent. */
const DEFAULT_HEADERS = { 'user-agent': 'taskpack' };
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Sends one request, follows up to five redirects and returns the response whatever its status. Rejects with `NETWORK`,
 * `TIMED_OUT`, `TLS`, `BAD_ANSWER`, `ADDRESS_REFUSED`, the reason of the aborted signal, or the error of the request's body.
 */
export async function sendHttpRequest(transport: Transport, request: HttpRequest): Promise<RegistryResponse> {
  let current = request;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const attempt = current;
    const { reached, response } = await sendWithin(attempt.reach, async (kind) => sendOnce(transport, attempt, kind));
    if (!REDIRECT_STATUSES.includes(response.status)) return { ...response, url: attempt.url, reached };
    response.discard();
    const reach = locationReach(transport, reached);
    current = { ...followRedirect(attempt, response.status, response.header('location')), reach };
  }
  const message = `${request.url.host} redirects the request more than ${MAX_REDIRECTS} times`;
  throw new RegistryError('BAD_ANSWER', request.subject, message);
}

async function sendOnce(transport: Transport, request: HttpRequest, kind: ReachableKind): Promise<HttpResponse> {
  const { url, method, headers, body, responseBytes = 0, idleTimeoutMs = transport.timeouts.idleMs } = request;
  transport.signal?.throwIfAborted();
  const bytes = responseBytes + (body?.length ?? 0);
  const totalMs = transport.timeouts.totalMs + (bytes / transport.timeouts.minBytesPerSecond) * 1000;
  const timer = startTimeouts({ idleMs: idleTimeoutMs, totalMs }, transport.signal);
  const sent = body === undefined ? undefined : uploadBody(body, timer);
  let isAnswered = false;
  const failure = (error: unknown): unknown =>
    sent?.failure() ?? toRegistryError(error, transport, timer, request, isAnswered);
  const options = {
    dispatcher: transport.network.dispatcher,
    method,
    headers: { ...DEFAULT_HEADERS, ...headers, ...(body !== undefined && { 'content-length': `${body.length}` }) },
    body: sent?.stream ?? null,
  };
  const response = await sendRequest(url, withAddressKind(kind, options), timer, failure);
  isAnswered = true;
  return response;
}

interface BodyUpload {
  readonly stream: Readable;
  /** Returns the error of the source, if the source failed. */
  readonly failure: () => unknown;
}

function uploadBody(body: RequestBody, timer: TimeoutTimer): BodyUpload {
  let failure: unknown;
  let isSending = false;
  const touched = async function* (): AsyncGenerator<Uint8Array> {
    const source = body.open()[Symbol.asyncIterator]();
    try {
      for (let next = await source.next(); next.done !== true; next = await source.next()) {
        timer.refresh();
        // A broken connection throws here as well. Do not mistake it for a failure of the source.
        isSending = true;
        yield next.value;
        isSending = false;
      }
    } catch (error) {
      if (!isSending) failure = error;
      throw error;
    } finally {
      await source.return?.();
    }
  };
  return { stream: Readable.from(touched(), { objectMode: false }), failure: () => failure };
}

function toRegistryError(
  error: unknown,
  { signal, quotesServers }: Transport,
  timer: TimeoutTimer,
  { url, subject }: HttpRequest,
  isAnswered: boolean,
): unknown {
  if (signal?.aborted === true) return signal.reason;
  const server = isAnswered ? {} : { server: url.host };
  const name = serverName({ quotesServers }, subject.registry, url);
  const message = `${name} does not respond in time; check the network, or try again later`;
  if (timer.hasExpired()) return new RegistryError('TIMED_OUT', subject, message, server);
  return networkError(error, subject, { url, name }, server);
}

/** Codes of a TLS handshake with a server that speaks plain HTTP or does not listen. */
const NO_TLS_CODES =
  /^(?:ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/;

/** Returns the error of a request without a complete response. */
function networkError(
  error: unknown,
  subject: Subject,
  { url, name: host }: { readonly url: URL; readonly name: string },
  server: Pick<RegistryErrorDetails, 'server'>,
): RegistryError {
  const refusal = addressRefusal(error);
  if (refusal !== undefined) {
    const message =
      host === url.host
        ? `${refusedHost(subject, host)}${refusal.message}`
        : `registry ${subject.registry} refers to another host, to whose address taskpack does not connect here`;
    return new RegistryError('ADDRESS_REFUSED', subject, message, {
      cause: refusal,
    });
  }
  const code = errorCode(error);
  if (isTlsCode(code)) {
    const message = `the TLS connection to ${host} fails (${code}); check that the CA bundle contains its certificate authority${meshAdvice(code)}`;
    return new RegistryError('TLS', subject, message, { cause: error, ...server });
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new RegistryError('BAD_ANSWER', subject, `${host} sends headers that are longer than taskpack reads`, {
      cause: error,
    });
  }
  const reason = code === '' ? '' : ` (${code})`;
  return new RegistryError(
    'NETWORK',
    subject,
    `the connection to ${host} fails${reason}; check the host name, the network and the proxy settings${meshAdvice(code)}`,
    { cause: error, ...server },
  );
}

/** Says who chose a host that is not the registry itself. */
function refusedHost({ registry }: Subject, host: string): string {
  return host === registry ? '' : `registry ${registry} refers to another host: `;
}

/** True if the server may speak plain HTTP instead of TLS. An invalid certificate does not count. */
export function isPlainHttpServer(error: unknown): boolean {
  if (!(error instanceof RegistryError)) return false;
  const { cause } = error;
  const code = errorCode(cause);
  return (
    NO_TLS_CODES.test(code) || (code === 'EPROTO' && cause instanceof Error && /wrong version/i.test(cause.message))
  );
}
