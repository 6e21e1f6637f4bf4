import { fields, json, list, number, text } from '../../../core/model/objects/reader.ts';
import { defined } from '../../../core/model/defined.ts';
import { isPodSecurityDenial } from '../../../core/model/pod-security.ts';
import type { Redaction } from '../../http/redaction.ts';
import { KubeError, type FieldCause, type KubeErrorCode } from '../kube-error.ts';

const MAX_CAUSES = 8;

/** Pod Security names every container and field at fault, and each of them has to be corrected. */
const MAX_DENIAL_LENGTH = 3_500;

/** Reads a Status (meta/v1). */
export const asStatus = fields({
  status: text,
  reason: text,
  message: text,
  details: fields({ retryAfterSeconds: number, causes: list(fields({ reason: text, field: text, message: text })) }),
});

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
  const answer = asStatus(json(body));
  const { reason, details } = answer;
  const written = answer.message ?? (typeof body === 'string' ? body : '');
  const message = redact(written, isPodSecurityDenial(written) ? { maxLength: MAX_DENIAL_LENGTH } : undefined);
  const code = codeOf(status, reason);
  const { retryAfterSeconds = 0 } = details;
  const retryAfterMs = failure.retryAfterMs ?? (retryAfterSeconds > 0 ? retryAfterSeconds * 1000 : undefined);
  return new KubeError(code, subject, messageFor(code, [`${status}`, reason, message].filter(Boolean).join(' ')), {
    status,
    causes: causesOf(details, redact),
    ...defined({ reason, retryAfterMs }),
  });
}

/** The codes that a status maps to. */
type StatusCode = Exclude<
  KubeErrorCode,
  'CONFIGURATION' | 'CREDENTIALS' | 'UNREACHABLE' | 'NETWORK' | 'TLS' | 'TOO_LARGE'
>;

function codeOf(status: number, reason: string | undefined): StatusCode {
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
function causesOf(
  { causes }: ReturnType<typeof asStatus>['details'],
  redact: Redaction['redact'],
): readonly FieldCause[] {
  return causes
    .map(({ field = '', message = '' }) => ({ field, message: redact(message) }))
    .filter(({ field }) => field !== '' && field !== '<nil>')
    .slice(0, MAX_CAUSES);
}
