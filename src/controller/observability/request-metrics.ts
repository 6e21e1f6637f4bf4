import { Counter, type Registry } from 'prom-client';
import type { Dispatcher } from 'undici';

/** Counts a request with the status of its response; `undefined` if there was none. */
export type CountRequest = (method: string, status: number | undefined) => void;

/** Counts requests to the API server under client-go's name. */
export function apiRequestMetrics(registry: Registry): CountRequest {
  return requestCounter(registry, 'rest_client_requests_total', 'Requests to the API server, including retries');
}

/** Counts requests to image registries. */
export function registryRequestMetrics(registry: Registry): CountRequest {
  return requestCounter(registry, 'taskpack_registry_requests_total', 'Requests to registries, including retries');
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

function requestCounter(registry: Registry, name: string, help: string): CountRequest {
  const counter = new Counter({ name, help, labelNames: ['method', 'code'], registers: [registry] });
  return (method, status) => counter.inc({ method: METHODS.includes(method) ? method : 'other', code: codeOf(status) });
}

/** Returns client-go's `<error>` for a request without a response, and `other` for a status outside of the standards. */
function codeOf(status: number | undefined): string {
  if (status === undefined) return '<error>';
  const isStandard = status >= 200 && status < 600 && status % 100 < 52;
  return isStandard ? String(status) : 'other';
}

/** Returns a dispatcher that counts each request. The caller still closes the original dispatcher. */
export function countedDispatcher(dispatcher: Dispatcher, count: CountRequest): Dispatcher {
  return dispatcher.compose(
    (dispatch) => (options, handler) => dispatch(options, countedHandler(handler, options.method, count)),
  );
}

function countedHandler(
  handler: Dispatcher.DispatchHandler,
  method: string,
  count: CountRequest,
): Dispatcher.DispatchHandler {
  let isCounted = false;
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (controller, status, ...rest) => {
      // An informational response (1xx) precedes the actual one.
      if (status >= 200 && !isCounted) {
        isCounted = true;
        count(method, status);
      }
      handler.onResponseStart?.(controller, status, ...rest);
    },
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (controller, error) => {
      // The client refused the address before it connected.
      const isSent = !(error instanceof Error && 'code' in error && error.code === 'ADDRESS_REFUSED');
      if (!isCounted && isSent) count(method, undefined);
      isCounted = true;
      handler.onResponseError?.(controller, error);
    },
  };
}
