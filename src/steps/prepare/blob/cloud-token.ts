import { RETRY_POLICY, withRetries } from '../../../http/retries.ts';
import { wholeBody } from '../../../http/whole-body.ts';
import { isJsonObject, parseJson } from '../../../model/json.ts';
import { makeDispatcher } from '../../../registry/client/dispatcher.ts';
import { isTransient } from '../source/is-transient.ts';
import { PrepareError } from '../prepare-error.ts';
import type { World } from '../world.ts';
import { requestOnce, type Fields } from './request.ts';
import { statusFailure } from './status-failure.ts';

/** Where a token is had. */
export interface TokenRequest {
  readonly url: URL;
  readonly headers: Fields;
  readonly body?: string;
  /** Whether the node answers, to which no proxy leads. */
  readonly isOfNode: boolean;
}

/** More than any token. */
const LONGEST_ANSWER = 65_536;

/** Asks for a token (RFC 6749 section 5.1), again where the service is not ready yet. Rejects with `PrepareError`. */
export async function cloudToken(asked: TokenRequest, world: World): Promise<string> {
  const direct = asked.isOfNode ? makeDispatcher() : undefined;
  const network = { ...world.network, ...(direct && { dispatcher: direct }) };
  try {
    const retrying = { policy: RETRY_POLICY, collaborators: network, isTransient, signal: world.signal };
    const text = await withRetries(retrying, async () => answerText(asked, { ...world, network }));
    const answer = parseJson(text);
    const token = isJsonObject(answer) ? answer['access_token'] : undefined;
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw noToken(asked.url, 'answers without one');
    world.redaction.hide(token);
    return token;
  } finally {
    await direct?.destroy();
  }
}

async function answerText({ url, headers, body }: TokenRequest, world: World): Promise<string> {
  const answer = await requestOnce(world, url, headers, body);
  if (answer.status === 408 || answer.status === 429 || answer.status >= 500) throw statusFailure(answer, url);
  if (answer.status !== 200) {
    answer.discard();
    throw noToken(url, `refuses one (${answer.status})`);
  }
  const text = await wholeBody(answer, LONGEST_ANSWER);
  if (text === undefined) throw noToken(url, 'answers at length');
  return text.toString();
}

function noToken({ host }: URL, does: string): PrepareError {
  return new PrepareError(
    'CredentialsInvalid',
    `blob.auth is helper, and ${host}, which gives the cloud's tokens, ${does}: does the node or the ServiceAccount have an identity that may read the blob?`,
  );
}
