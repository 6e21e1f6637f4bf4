import type { Dispatcher } from 'undici';
import type { CountRequest } from './request-metrics.ts';

/** What sends requests, counting each. It is closed by who made the dispatcher that is handed in. */
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
  let isAnswered = false;
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (controller, status, ...rest) => {
      // A status of 1xx comes before the answer.
      if (status >= 200 && !isAnswered) {
        isAnswered = true;
        count(method, status);
      }
      handler.onResponseStart?.(controller, status, ...rest);
    },
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => {
      if (!isAnswered) count(method, undefined);
      isAnswered = true;
      handler.onResponseError?.(...args);
    },
  };
}
