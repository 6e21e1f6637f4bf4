/**
 * A denial of a Pod or TaskRun. `permanent`: it is never retried. `unclear`: it is retried for a while, because it may be a
 * problem of the admission plugin. `passing`: it is retried as long as the Build may wait.
 */
export type Denial = 'permanent' | 'unclear' | 'passing';

/** An unclear denial that lasts this long is permanent. Until then, the admission plugin may only have a problem of its own. */
export const DENIAL_TIMEOUT_MS = 60_000;

/** Pod Security Admission, OpenShift's constraints, or a webhook that denies with 400 or 403. All judge the object itself. */
const DENIES_OBJECT = /violates PodSecurity|security context constraint|admission webhook "[^"]*" denied the request/;

/** Quotas get room again, roles are granted, admission plugins become ready. */
const PASSING_DENIAL = /exceeded quota|User "[^"]*" cannot |is being terminated|not yet ready/;

/** Returns how long a 400 or 403 is retried. */
export function denialOf(message: string): Denial {
  if (DENIES_OBJECT.test(message)) return 'permanent';
  return PASSING_DENIAL.test(message) ? 'passing' : 'unclear';
}

/**
 * The messages of temporary errors, as client-go formats them: 500, 409, 429, 503 and 504 (k8s.io/apimachinery,
 * pkg/api/errors), a request without a response (net/url, `Error`), and etcd.
 */
const PASSING_ERRORS: readonly RegExp[] = [
  /Internal error occurred|has prevented the request from succeeding/,
  /Operation cannot be fulfilled on /,
  /too many requests/i,
  /currently unable to handle the request|unable to return a response in the time allotted/,
  /Timeout: |could not be completed at this time|context deadline exceeded|client rate limiter/,
  /\b(?:Get|Post|Put|Patch) "https?:\/\/[^"]*": /,
  /connection refused|connection reset|connection lost|unexpected EOF|no such host|i\/o timeout/,
  /etcdserver: /,
];

/** Returns how long Tekton's error on the creation of a Pod is retried. Tekton keeps only the text of the error. */
export function podCreationDenial(message: string): Denial {
  const denial = denialOf(message);
  if (denial !== 'unclear') return denial;
  if (PASSING_ERRORS.some((error) => error.test(message))) return 'passing';
  return /is forbidden: |not found/.test(message) ? 'unclear' : 'permanent';
}
