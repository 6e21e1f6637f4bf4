import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import type { Redaction } from '../../http/redaction.ts';
import { KubeError, type FieldCause, type KubeErrorCode } from '../kube-error.ts';

const MOST_CAUSES = 8;

/** What is known of a failure when its answer has been read. */
export interface Failure {
  /** The HTTP status, or the `code` of a Status within a watch. */
  readonly status: number;
  /** What was answered, parsed; text where it is no JSON. */
  readonly body: unknown;
  readonly subject: string;
  /** What the header asks for, in milliseconds. */
  readonly retryAfter?: number;
}

/** The error that a Status means (Kubernetes API conventions, "Response Status Kind"), or a proxy's answer without one. */
export function statusError(failure: Failure, { redact }: Redaction): KubeError {
  const { status, body, subject } = failure;
  const said = isJsonObject(body) ? body : {};
  const reason = textOf(said['reason']);
  const details = objectOf(said['details']);
  const message = redact(textOf(said['message']) || (typeof body === 'string' ? body : ''));
  const code = codeOf(status, reason);
  const retryAfter = failure.retryAfter ?? secondsOf(details['retryAfterSeconds']);
  return new KubeError(code, subject, sentenceOf(code, [`${status}`, reason, message].filter(Boolean).join(' ')), {
    status,
    ...(reason !== '' && { reason }),
    causes: causesOf(details['causes'], redact),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** What a status can mean. */
type StatusCode = Exclude<KubeErrorCode, 'CONFIGURATION' | 'CREDENTIALS' | 'UNREACHABLE' | 'NETWORK' | 'TLS'>;

function codeOf(status: number, reason: string): StatusCode {
  if (status >= 500) return 'UNAVAILABLE';
  switch (status) {
    case 401:
      return 'UNAUTHORIZED';
    case 403:
      return 'FORBIDDEN';
    case 404:
      return 'NOT_FOUND';
    case 408:
      return 'TIMED_OUT';
    case 409:
      return reason === 'AlreadyExists' ? 'ALREADY_EXISTS' : 'CONFLICT';
    case 410:
      return 'GONE';
    case 422:
      return 'INVALID';
    case 429:
      return 'RATE_LIMITED';
    default:
      return status < 400 ? 'BAD_ANSWER' : 'REFUSED';
  }
}

function sentenceOf(code: StatusCode, answer: string): string {
  switch (code) {
    case 'UNAUTHORIZED':
      return `the API server does not accept the credentials (${answer}); have they expired?`;
    case 'FORBIDDEN':
      return `the API server denies it (${answer}); the account may lack a role`;
    case 'NOT_FOUND':
      return `the API server does not have it (${answer})`;
    case 'TIMED_OUT':
      return `the API server gave up waiting for the request (${answer})`;
    case 'ALREADY_EXISTS':
      return `it exists already (${answer})`;
    case 'CONFLICT':
      return `it was changed by somebody else (${answer})`;
    case 'GONE':
      return `what was asked for is too old (${answer})`;
    case 'INVALID':
      return `the API server finds it invalid (${answer})`;
    case 'REFUSED':
      return `the API server refuses the request (${answer})`;
    case 'RATE_LIMITED':
      return `the API server limits how often it is asked (${answer})`;
    case 'UNAVAILABLE':
      return `the API server fails (${answer}); try again later`;
    case 'BAD_ANSWER':
      return `something answers that is no API server (${answer})`;
  }
}

/** Type errors of server-side apply add a cause whose field is `<nil>`, which says nothing. */
function causesOf(value: Json | undefined, redact: Redaction['redact']): readonly FieldCause[] {
  const list = value !== undefined && isJsonList(value) ? value.filter(isJsonObject) : [];
  return list
    .map(({ field, message }) => ({ field: textOf(field), message: redact(textOf(message)) }))
    .filter(({ field }) => field !== '' && field !== '<nil>')
    .slice(0, MOST_CAUSES);
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function secondsOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && value > 0 ? value * 1000 : undefined;
}
