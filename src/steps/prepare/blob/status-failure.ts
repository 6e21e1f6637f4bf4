import type { Answer } from '../../../http/answer.ts';
import { PrepareError } from '../prepare-error.ts';

/** The error of an answer that has no blob; drops its body. */
export function statusFailure(answer: Answer, url: URL): PrepareError {
  answer.discard();
  const { status } = answer;
  const place = `${url.origin}${url.pathname}`;
  if (status === 401 || status === 403) {
    return new PrepareError(
      'SourceDenied',
      `${place} refuses access (${status}); check the Secret for ${url.hostname}`,
    );
  }
  if (status === 404 || status === 410)
    return new PrepareError('SourceNotFound', `there is no blob at ${place} (${status})`);
  if (status === 408 || status === 429 || status >= 500) {
    return new PrepareError('ServerUnavailable', `${url.host} fails (${status}); try again later`);
  }
  return new PrepareError('SourceNotFound', `${place} does not answer with a blob (${status})`);
}
