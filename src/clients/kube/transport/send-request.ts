import type { Dispatcher } from 'undici';
import type { HttpResponse } from '../../http/response.ts';
import { connectFailure, errorCode, isTlsCode } from '../../../core/model/error-code.ts';
import { sendRequest } from '../../http/send-request.ts';
import { type ResponseTimeouts, type TimeoutTimer, startTimeouts } from '../../http/timeouts.ts';
import { KubeError } from '../kube-error.ts';

/** One HTTP request. */
export interface HttpRequest {
  readonly dispatcher: Dispatcher;
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | undefined;
  readonly subject: string;
  readonly timeouts: ResponseTimeouts;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends one request and returns the response whatever its status. Rejects with `UNREACHABLE`, `NETWORK`, `TIMED_OUT`,
 * `TLS`, or the reason of the aborted signal.
 */
export async function sendHttpRequest(request: HttpRequest): Promise<HttpResponse> {
  const { dispatcher, url, method, headers, body, timeouts, signal } = request;
  signal?.throwIfAborted();
  const timer = startTimeouts(timeouts, signal);
  const failure = (error: unknown): unknown => toKubeError(error, request, timer);
  return sendRequest(url, { dispatcher, method, headers: mutable(headers), body: body ?? null }, timer, failure);
}

function toKubeError(error: unknown, { signal, subject, url }: HttpRequest, timer: TimeoutTimer): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (timer.hasExpired()) {
    return new KubeError(
      'TIMED_OUT',
      subject,
      `the API server at ${url.host} does not respond in time; check the network, or try again later`,
    );
  }
  return networkError(error, subject, url.host);
}

function mutable(headers: HttpRequest['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  );
}

/** Returns the error of a request without a complete response. */
function networkError(error: unknown, subject: string, host: string): KubeError {
  const code = errorCode(error);
  if (isTlsCode(code)) {
    const message = `the TLS connection to the API server at ${host} fails (${code}); check the cluster's certificate authority and the client certificate`;
    return new KubeError('TLS', subject, message, { cause: error });
  }
  if (connectFailure(error) !== undefined) {
    const message = `the API server at ${host} cannot be reached (${code}); check that it is running and that this is the right cluster`;
    return new KubeError('UNREACHABLE', subject, message, { cause: error });
  }
  const reason = code === '' ? '' : ` (${code})`;
  return new KubeError('NETWORK', subject, `the connection to the API server at ${host} breaks${reason}; try again`, {
    cause: error,
  });
}
