import { request, type Dispatcher } from 'undici';
import { httpResponse, type HttpResponse } from './response.ts';
import type { TimeoutTimer } from './timeouts.ts';

/** The dispatcher is required, because undici's default one does not check addresses. */
type RequestOptions = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'> & {
  readonly dispatcher: Dispatcher;
};

/**
 * Sends one request and returns the response whatever its status. Stops the timer when the response has ended. `toError`
 * converts the error of a request without a complete response.
 */
export async function sendRequest(
  url: URL,
  options: RequestOptions,
  timer: TimeoutTimer,
  toError: (error: unknown) => unknown,
): Promise<HttpResponse> {
  try {
    const response = await request(url, { ...options, signal: timer.signal });
    timer.refresh();
    return httpResponse(response, timer, toError);
  } catch (error) {
    timer.stop();
    throw toError(error);
  }
}
