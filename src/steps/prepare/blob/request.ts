import { request as send } from 'undici';
import { answerOf, type Answer } from '../../../http/answer.ts';
import { errorCode, isTlsCode } from '../../../http/error-code.ts';
import { startPatience } from '../../../http/patience.ts';
import { PrepareError } from '../prepare-error.ts';
import type { World } from '../world.ts';

/** Fields of a header by their names in lower case. */
export type Fields = Readonly<Record<string, string>>;
type Asking = Pick<World, 'network' | 'signal'>;

/** Without a byte, in milliseconds. */
const IDLE = 60_000;

const MOST_REDIRECTS = 10;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Asks for what is at a URL, wherever that leads. `Authorization` is for the first host alone. */
export async function request(world: Asking, url: URL, headers: Fields): Promise<Answer> {
  let place = url;
  let sent = headers;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const answer = await requestOnce(world, place, sent);
    if (!REDIRECTS.includes(answer.status)) return answer;
    answer.discard();
    const next = nextPlace(place, answer.header('location'));
    if (!mayHear(place, next)) sent = withoutAuthorization(sent);
    place = next;
  }
  throw new PrepareError('SourceNotFound', `${url.host} redirects more than ${MOST_REDIRECTS} times`);
}

/** The same without going where a redirect leads; a body is posted. */
export async function requestOnce(
  { network: { dispatcher }, signal }: Asking,
  url: URL,
  headers: Fields,
  body?: string,
): Promise<Answer> {
  const clock = startPatience({ idle: IDLE }, signal);
  const failure = (error: unknown): unknown => (signal.aborted ? signal.reason : networkFailure(url.host, error));
  try {
    const content = body === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', body } as const);
    const answer = await send(url, { dispatcher, ...content, headers, signal: clock.signal });
    clock.touch();
    return answerOf(answer, clock, failure);
  } catch (error) {
    clock.stop();
    throw failure(error);
  }
}

function nextPlace(place: URL, location = ''): URL {
  const next = location !== '' && URL.canParse(location, place.href) ? new URL(location, place) : undefined;
  if (next !== undefined && (next.protocol === 'https:' || next.protocol === 'http:')) return next;
  throw new PrepareError('SourceNotFound', `${place.host} redirects to what is no address of http or https`);
}

/** The same server, or the same host once it insists on TLS. */
function mayHear(first: URL, next: URL): boolean {
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
        `TLS with ${host} fails (${code}); is its certificate authority in the CA bundle?`,
        error,
      )
    : new PrepareError(
        'NetworkFailed',
        `the connection to ${host} fails (${code === '' ? 'no answer in time' : code})`,
        error,
      );
}
