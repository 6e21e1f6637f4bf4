import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as far as the guard reads it. */
export interface GuardedRequest {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Why a request is refused. */
export interface Refusal {
  readonly status: 401 | 403 | 405;
  readonly text: string;
  /** True if the browser can forget what it keeps of the origin: no server answers at this origin again. */
  readonly isOldOrigin?: true;
}

/** The values that a request must have. */
export interface Guard {
  /** The host of the printed address (`dashboardName`), with the port unless it is 80. */
  readonly host: string;
  readonly token: string;
}

/**
 * Returns the host name of one start from random bytes. Browsers resolve names below `localhost` to the loopback addresses (RFC 6761
 * section 6.3). A service worker stays in the browser when its server has ended, and it sees all later requests to its origin.
 * Another user of the machine could have served one on the same port before, but not at a new random name.
 */
export function dashboardName(random: Buffer): string {
  return `taskpack-${random.toString('hex')}.localhost`;
}

const DASHBOARD_HOST = /^taskpack-[0-9a-f]+\.localhost(?::\d+)?$/;

/**
 * Returns why a request is refused, or `undefined`. A page of another site can send requests to this machine. Its site can also have
 * a name that resolves to 127.0.0.1. So both the host and the origin must be the server's own.
 */
export function refusalOf({ method, headers }: GuardedRequest, { host }: Guard): Refusal | undefined {
  if (DASHBOARD_HOST.test(headers.host ?? '') && headers.host !== host) {
    return { status: 401, text: `this address belongs to an earlier start: ${ADVICE}`, isOldOrigin: true };
  }
  if (headers.host !== host) {
    return {
      status: 403,
      text: `${ADVICE}: the server answers no other host name, so a tunnel must forward the same port`,
    };
  }
  if (isWorker(headers)) return { status: 403, text: 'the dashboard has no workers' };
  const isForeign = headers.origin !== undefined && headers.origin !== `http://${host}`;
  if (isForeign || isFromElsewhere(headers)) return { status: 403, text: 'the request comes from another site' };
  if (method !== 'GET') return { status: 405, text: 'the dashboard only answers GET' };
  return undefined;
}

const ADVICE = 'open the address that "taskpack dashboard" printed last';

/** A request for the script of a worker (W3C, Service Workers, section "Service-Worker"; Fetch Metadata). */
function isWorker(headers: IncomingHttpHeaders): boolean {
  const { 'service-worker': script, 'sec-fetch-dest': destination = '' } = headers;
  return script !== undefined || /worker|worklet/.test(destination);
}

/** A link on another site may open the page, which shows nothing without the token (W3C, Fetch Metadata). */
function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return mode !== 'navigate' || destination !== 'document';
}

/** Returns why a request for data is refused, or `undefined`. It must have the token of this session. */
export function tokenRefusal({ headers }: GuardedRequest, { token }: Guard): Refusal | undefined {
  const [scheme, given = ''] = (headers.authorization ?? '').split(' ');
  // Digests have equal lengths, which the comparison in constant time needs.
  if (scheme === 'Bearer' && timingSafeEqual(digestOf(given), digestOf(token))) return undefined;
  return { status: 401, text: 'the token is missing or not the token of this session' };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
