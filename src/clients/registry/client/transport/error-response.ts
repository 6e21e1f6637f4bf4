import type { Redaction } from '../../../http/redaction.ts';
import { parseRetryAfterMs } from '../../../http/retries.ts';
import { boundedText } from '../../../../core/model/bounded-messages.ts';
import { isJsonList, isJsonObject, type Json } from '../../../../core/model/json.ts';
import { unsupportedSchemes } from '../auth/challenge.ts';
import type { RegistryResponse } from './http-request.ts';
import { RegistryError, type Diagnostic, type RegistryErrorCode, type Subject } from '../registry-error.ts';
import { isHostOf, type Transport } from './transport.ts';

const MAX_BODY_BYTES = 65_536;
const MAX_DIAGNOSTICS = 5;
/** A message becomes part of a status. */
const MAX_TEXT_LENGTH = 500;

/** The known facts of a failed request. */
export interface FailedRequest {
  /** The host of the token server, if the response is not the registry's. */
  readonly tokenServer?: string;
  /** If a login for the registry went with the request. Undefined if it does not matter for the response. */
  readonly login?: 'sent' | 'none' | undefined;
}

/**
 * Returns the error of a failed response and reads its body.
 *
 * A registry must not read other hosts through a client that shows its errors to the registry's owner. So the body of
 * another host is quoted only as far as the error codes of the specification go. So is the body of every host if the client's
 * users cannot reach the hosts themselves (`quotesServers`).
 */
export async function responseError(
  transport: Transport,
  response: RegistryResponse,
  subject: Subject,
  { tokenServer, login }: FailedRequest = {},
): Promise<RegistryError> {
  const { status } = response;
  const { quotesServers } = transport;
  const named = quotesServers ? `the token server ${tokenServer ?? ''} of ` : 'the token server of ';
  const who = `${tokenServer === undefined ? '' : named}registry ${subject.registry}`;
  const isQuoted = quotesServers && isHostOf(subject.registry, response.url);
  const quoted = !isQuoted ? 'codes' : tokenServer === undefined ? 'errors' : 'errors-or-message';
  const diagnostics = readDiagnostics(await readStart(response), quoted, transport.redaction);
  const words = diagnostics.map(({ code, message }) => [code, message].filter((part) => part !== '').join(': '));
  const code = codeOf(status, diagnostics);
  const retryAfterMs = parseRetryAfterMs(response.header('retry-after'), transport.network.clock.now());
  const detail = [`${status}`, words.join('; ')].join(' ').trim();
  const schemes = code === 'UNAUTHORIZED' ? unsupportedSchemes(response.header('www-authenticate')) : [];
  const limits =
    schemes.length === 0
      ? ''
      : `. It supports only ${schemes.join(', ').slice(0, 60)}; taskpack supports basic and bearer`;
  // With a login, an unknown manifest or blob is missing.
  const isUnknown =
    login === 'sent' && diagnostics.some((diagnostic) => /^(?:MANIFEST|BLOB)_UNKNOWN$/.test(diagnostic.code));
  const message = messageFor(code, who, detail, isUnknown ? undefined : login);
  return new RegistryError(code, subject, message + limits, {
    status,
    diagnostics,
    server: response.url.host,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** The codes that a status maps to. */
type StatusCode = Extract<
  RegistryErrorCode,
  | 'UNAUTHORIZED'
  | 'DENIED'
  | 'NOT_FOUND'
  | 'TIMED_OUT'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'BAD_ANSWER'
  | 'DIGEST_MISMATCH'
  | 'REFUSED'
>;

function codeOf(status: number, diagnostics: readonly Diagnostic[]): StatusCode {
  if (status === 401) return 'UNAUTHORIZED';
  if (status === 403) return 'DENIED';
  if (status === 404) return 'NOT_FOUND';
  if (status === 408) return 'TIMED_OUT';
  if (status === 429) return 'RATE_LIMITED';
  if (status >= 500) return 'UNAVAILABLE';
  if (status < 400) return 'BAD_ANSWER';
  return diagnostics.some(({ code }) => code === 'DIGEST_INVALID') ? 'DIGEST_MISMATCH' : 'REFUSED';
}

const NO_LOGIN = 'the request had no login: add credentials for this registry';

/** Some registries answer 404 to an account that may not read a repository. */
const HIDDEN = {
  none: ', or add credentials if the repository is private',
  sent: ', and that the account has access to the repository',
} as const;

function messageFor(code: StatusCode, who: string, detail: string, login: FailedRequest['login']): string {
  switch (code) {
    case 'UNAUTHORIZED':
      return `${who} requires valid credentials (${detail}); ${login === 'none' ? `${NO_LOGIN}, and check` : 'check the credentials for this registry, and'} that the repository exists`;
    case 'DENIED':
      return `${who} denies access (${detail}); ${login === 'none' ? NO_LOGIN : 'check that the account has access to the repository'}`;
    case 'NOT_FOUND':
      return `not found at ${who} (${detail}); check the name${login === undefined ? '' : HIDDEN[login]}`;
    case 'TIMED_OUT':
      return `${who} timed out while it waited for the request (${detail}); try again later`;
    case 'RATE_LIMITED':
      return `${who} limits the rate of requests (${detail}); try again later, or with credentials`;
    case 'UNAVAILABLE':
      return `${who} is unavailable (${detail}); try again later`;
    case 'DIGEST_MISMATCH':
      return `${who} received content that does not match its digest (${detail}); push again`;
    case 'REFUSED':
      return `${who} rejects the request (${detail})`;
    case 'BAD_ANSWER':
      return `${who} sends a response that violates the specification (${detail}); check that the host is a registry`;
  }
}

/** Returns the start of the body. Ignores an unreadable body, because the status already shows the failure. */
async function readStart({ body }: RegistryResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BODY_BYTES) break;
    }
  } catch {
    // The next request notices an aborted signal.
  }
  return Buffer.concat(chunks).toString();
}

/** The error codes of the OCI distribution specification, and those that Docker's registry adds. */
const ERROR_CODES: readonly unknown[] = [
  'BLOB_UNKNOWN',
  'BLOB_UPLOAD_INVALID',
  'BLOB_UPLOAD_UNKNOWN',
  'DENIED',
  'DIGEST_INVALID',
  'MANIFEST_BLOB_UNKNOWN',
  'MANIFEST_INVALID',
  'MANIFEST_UNKNOWN',
  'MANIFEST_UNVERIFIED',
  'NAME_INVALID',
  'NAME_UNKNOWN',
  'PAGINATION_NUMBER_INVALID',
  'RANGE_INVALID',
  'SIZE_INVALID',
  'TAG_INVALID',
  'TOOMANYREQUESTS',
  'UNAUTHORIZED',
  'UNAVAILABLE',
  'UNKNOWN',
  'UNSUPPORTED',
];

/**
 * Reads `{"errors": [{"code", "message"}]}` (OCI distribution specification, "Error Codes"). Some token servers send a
 * single error without the list.
 */
function readDiagnostics(
  text: string,
  quoted: 'codes' | 'errors' | 'errors-or-message',
  { redact }: Redaction,
): readonly Diagnostic[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isJsonObject(body)) return [];
  const { errors, details, message } = body;
  const single: readonly Json[] = quoted === 'errors-or-message' ? [{ message: details ?? message ?? '' }] : [];
  const list: readonly Json[] = errors !== undefined && isJsonList(errors) ? errors : single;
  return list
    .filter(isJsonObject)
    .slice(0, MAX_DIAGNOSTICS)
    .map((error) => ({ code: asText(error['code']), message: asText(error['message']) }))
    .map((error) =>
      quoted === 'codes' ? codeOnly(error) : { code: redact(error.code), message: redact(error.message) },
    )
    .filter((diagnostic) => diagnostic.code !== '' || diagnostic.message !== '');
}

function codeOnly({ code }: Diagnostic): Diagnostic {
  return { code: ERROR_CODES.includes(code) ? code : '', message: '' };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? boundedText(value, MAX_TEXT_LENGTH) : '';
}
