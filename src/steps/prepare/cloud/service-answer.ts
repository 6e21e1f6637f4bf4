import { readFile } from 'node:fs/promises';
import { RETRY_POLICY, withRetries } from '../../../clients/http/retries.ts';
import { readBody } from '../../../clients/http/response.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../core/model/json.ts';
import { makeDispatcher } from '../../../clients/registry/client/transport/dispatcher.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { type Fields, requestOnce, statusFailure } from '../request.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { isTransient } from '../../../core/model/step-failures/system-error.ts';

/** A request to a service of a cloud. One with a body is a POST. */
export interface ServiceRequest {
  readonly url: URL;
  readonly headers: Fields;
  readonly body?: string;
  /** True for a service on the node, which must be reached without a proxy. */
  readonly isOnNode: boolean;
}

const MAX_RESPONSE_BYTES = 65_536;

/** Sends a request with retries, and returns the body of the response with status 200. Rejects with `PrepareError`. */
export async function serviceText(request: ServiceRequest, dependencies: PrepareDependencies): Promise<string> {
  // The platform names the service, so its address is allowed here.
  const direct = request.isOnNode ? makeDispatcher({ guard: { allowed: request.url.hostname } }) : undefined;
  const network = { ...dependencies.network, ...(direct && { dispatcher: direct }) };
  try {
    const retrying = { ...network, policy: RETRY_POLICY, isTransient, signal: dependencies.signal };
    return await withRetries(retrying, async () => responseText(request, { ...dependencies, network }));
  } finally {
    await direct?.destroy();
  }
}

/** Returns the JSON object that a service responds with. Rejects with `PrepareError`. */
export async function serviceObject(request: ServiceRequest, dependencies: PrepareDependencies): Promise<JsonObject> {
  const answer = parseJson(await serviceText(request, dependencies));
  if (!isJsonObject(answer)) throw noToken(request.url, 'returned no JSON object');
  return answer;
}

/** Returns a token of a response and keeps it out of messages. Throws `CredentialsInvalid`. */
export function tokenIn(
  answer: JsonObject,
  field: string,
  url: URL,
  { redaction }: Pick<PrepareDependencies, 'redaction'>,
): string {
  const token = answer[field];
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw noToken(url, 'returned no token');
  redaction.addSecret(token);
  return token;
}

/** Reads the file that a webhook has mounted and named in a variable. Rejects with `CredentialsInvalid`. */
export async function tokenFile(file: string, variable: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new PrepareError('CredentialsInvalid', `cannot read ${file}, the file in ${variable}`, error);
  });
  return text.trim();
}

export function noToken({ host }: URL, reason: string): PrepareError {
  return new PrepareError(
    'CredentialsInvalid',
    `the cloud identity gives no token, because ${host} ${reason}: check that the node or the ServiceAccount has an identity with the needed permissions`,
  );
}

async function responseText(
  { url, headers, body }: ServiceRequest,
  dependencies: PrepareDependencies,
): Promise<string> {
  const response = await requestOnce(dependencies, url, { headers, ...(body !== undefined && { body }) });
  if (response.status === 408 || response.status === 429 || response.status >= 500) throw statusFailure(response, url);
  if (response.status !== 200) {
    response.discard();
    throw noToken(url, `returned status ${response.status}`);
  }
  const text = await readBody(response, MAX_RESPONSE_BYTES);
  if (text === undefined) throw noToken(url, 'returned a response that is too long');
  return text.toString();
}
