import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts';
import { isPodSecurityDenial } from '../../../core/model/pod-security.ts';
import type { Redaction } from '../../http/redaction.ts';
import { KubeError, type FieldCause, type KubeErrorCode } from '../kube-error.ts';

const MAX_CAUSES = 8;

/** Pod Security names every container and field at fault, and each of them has to be corrected. */
const MAX_DENIAL_LENGTH = 3_500;

/** A failed response. */
export interface FailedResponse {
  /** The HTTP status, or the `code` of a Status within a watch. */
  readonly status: number;
  /** The body: parsed JSON, or text. */
  readonly body: unknown;
  readonly subject: string;
  /** The delay of the `Retry-After` header. */
  readonly retryAfterMs?: number;
}

/**
 * Returns the error of a Status (Kubernetes API conventions, "Response Status Kind"), or of a proxy's response without
 * a Status.
 */
export function statusError(failure: FailedResponse, { redact }: Redaction): KubeError {
  const { status, body, subject } = failure;
  const statusObject = isJsonObject(body) ? body : {};
  const reason = textOf(statusObject['reason']);
  const details = objectOf(statusObject['details']);
  const text = textOf(statusObject['message']) || (typeof body === 'string' ? body : '');
  const message = redact(text, isPodSecurityDenial(text) ? { maxLength: MAX_DENIAL_LENGTH } : undefined);
  const code = codeOf(status, reason);
  const retryAfterMs = failure.retryAfterMs ?? secondsOf(details['retryAfterSeconds']);
  return new KubeError(code, subject, messageFor(code, [`${status}`, reason, message].filter(Boolean).join(' ')), {
    status,
    ...(reason !== '' && { reason }),
    causes: causesOf(details['causes'], redact),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** The codes that a status maps to. */
type StatusCode = Exclude<
  KubeErrorCode,
  'CONFIGURATION' | 'CREDENTIALS' | 'UNREACHABLE' | 'NETWORK' | 'TLS' | 'TOO_LARGE'
>;

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

function messageFor(code: StatusCode, detail: string): string {
  switch (code) {
    case 'UNAUTHORIZED':
      return `the API server rejects the credentials (${detail}); check that they have not expired`;
    case 'FORBIDDEN':
      return `the API server denies the request (${detail}); ${denialAdvice(detail)}`;
    case 'NOT_FOUND':
      return `not found (${detail})`;
    case 'TIMED_OUT':
      return `the API server timed out (${detail}); try again later`;
    case 'ALREADY_EXISTS':
      return `already exists (${detail})`;
    case 'CONFLICT':
      return `changed by another client (${detail}); read the object and try again`;
    case 'GONE':
      return `the requested version has expired (${detail})`;
    case 'INVALID':
      return `the API server finds the object invalid (${detail})`;
    case 'REFUSED':
      return `the API server rejects the request (${detail})`;
    case 'RATE_LIMITED':
      return `the API server limits the rate of requests (${detail}); try again later`;
    case 'UNAVAILABLE':
      return `the API server is unavailable (${detail}); try again later`;
    case 'BAD_ANSWER':
      return `the response does not come from an API server (${detail}); check the server's address`;
  }
}

/** Admission plugins judge the object itself, so a role helps only against a denial by RBAC. */
const ADMISSION_DENIAL =
  /violates PodSecurity|security context constraint|admission webhook "|ValidatingAdmissionPolicy '/;

function denialAdvice(detail: string): string {
  if (detail.includes('exceeded quota')) return 'wait until the quota has room, or raise it';
  if (detail.includes('failed quota'))
    return 'set the resources that the quota limits, or give the namespace a LimitRange with defaults';
  if (detail.includes('error looking up service account'))
    return 'create the ServiceAccount, or name another one in the object';
  return ADMISSION_DENIAL.test(detail)
    ? 'change the object, or the policy that denies it'
    : 'grant the account a role that allows it';
}

/** Drops causes with the field `<nil>`, which type errors of server-side apply add. */
function causesOf(value: Json | undefined, redact: Redaction['redact']): readonly FieldCause[] {
  const list = value !== undefined && isJsonList(value) ? value.filter(isJsonObject) : [];
  return list
    .map(({ field, message }) => ({ field: textOf(field), message: redact(textOf(message)) }))
    .filter(({ field }) => field !== '' && field !== '<nil>')
    .slice(0, MAX_CAUSES);
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
