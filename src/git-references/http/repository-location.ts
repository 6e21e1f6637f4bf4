import { chosenReach, namedReach, type Reach } from '../../http/addresses/reach.ts';
import type { HttpResponse } from '../../http/response.ts';
import { MAX_TIMEOUT_MS, startTimeouts } from '../../http/timeouts.ts';
import { credentialsFor } from '../credentials-for.ts';
import { GitError } from '../git-error.ts';
import type { GitQuery } from '../references.ts';
import { readAdvertisement, type Advertisement } from './advertisement.ts';
import { readPackets, type ResponseLimit } from './packets.ts';
import { sendGitRequest, statusError, type GitHttp } from './send.ts';
import { withoutTrailing } from '../../model/trailing.ts';
import { parseUrl } from '../../model/bounded-url.ts';

const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** The advertisement of a repository with 100,000 references without protocol version 2 has about 7 MB. */
const ADVERTISEMENT_LIMIT: ResponseLimit = {
  maxBytes: 32 * 2 ** 20,
  advice: "use a git server with version 2 of git's protocol, or a repository with fewer references",
};

/** `Git-Protocol` asks for version 2. Servers that do not know it ignore the header. */
const HEADERS = { 'git-protocol': 'version=2', pragma: 'no-cache' };

/** The location of a repository, and what is sent to it. */
export interface RepositoryLocation {
  /** The URL of the repository, without a slash at the end. */
  readonly url: URL;
  readonly reach: Reach;
  /** Only for requests to the origin that the user named. */
  readonly authorization: string | undefined;
}

type Repository = Pick<GitQuery, 'address' | 'credentials'>;

/** Runs the requests and redirects of one query, with one timeout for all. Rejects with `GitError`, or the signal's reason. */
export async function withinTimeout<T>(
  http: GitHttp,
  { address: { host } }: Repository,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { totalMs = MAX_TIMEOUT_MS } = http.timeouts;
  const timer = startTimeouts({ idleMs: totalMs, totalMs }, signal);
  try {
    return await work(timer.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!timer.hasExpired()) throw error;
    throw new GitError('NetworkFailed', `${host} does not answer in time: check the network, or try again later`);
  } finally {
    timer.stop();
  }
}

/** Returns the location that the user named, with the login for its origin. */
function namedLocation({ address, credentials }: Repository): RepositoryLocation {
  const url = new URL(address.url);
  url.pathname = withoutTrailing(url.pathname, '/');
  const [login] = credentialsFor(address, credentials);
  const authorization = login?.kind === 'basic' ? login.authorization : undefined;
  return { url, reach: namedReach(url.hostname, false), authorization };
}

/** A repository that a server has, and what the server can do. */
export interface Discovery {
  /** The location after redirects. */
  readonly location: RepositoryLocation;
  readonly advertisement: Advertisement;
}

/** Asks for a server's capabilities. A server without protocol version 2 answers with its references, of which the wanted stay. */
export async function discover(
  http: GitHttp,
  repository: Repository,
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Discovery> {
  const named = namedLocation(repository);
  let location = named;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const request = { method: 'GET', url: discoveryUrl(location.url), headers: headersFor(location), signal } as const;
    const { response, reached } = await sendGitRequest(http, { ...request, reach: location.reach });
    if (!REDIRECT_STATUSES.includes(response.status)) {
      checkStatus(http, response, location, named);
      checkType(response, 'advertisement', location);
      const advertisement = await readAdvertisement(readPackets(response.body, ADVERTISEMENT_LIMIT), wanted);
      return { location: { ...location, reach: chosenReach(reached) }, advertisement };
    }
    response.discard();
    location = { ...redirected(location, response.header('location')), reach: chosenReach(reached) };
  }
  throw new GitError(
    'InvalidResponse',
    `${named.url.host} redirects more than ${MAX_REDIRECTS} times: correct the URL`,
  );
}

/** Sends a command of protocol version 2. */
export async function command(
  http: GitHttp,
  location: RepositoryLocation,
  body: string,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const headers = {
    ...headersFor(location),
    'content-type': 'application/x-git-upload-pack-request',
    accept: 'application/x-git-upload-pack-result',
  };
  const url = new URL(location.url);
  url.pathname += '/git-upload-pack';
  const { response } = await sendGitRequest(http, {
    method: 'POST',
    url,
    headers,
    body,
    reach: location.reach,
    signal,
  });
  checkStatus(http, response, location, location);
  checkType(response, 'result', location);
  return response;
}

function headersFor({ authorization }: RepositoryLocation): Readonly<Record<string, string>> {
  return { ...HEADERS, ...(authorization !== undefined && { authorization }) };
}

function discoveryUrl(repository: URL): URL {
  const url = new URL(repository);
  url.pathname += '/info/refs';
  url.search = '?service=git-upload-pack';
  return url;
}

/**
 * Returns the location to which a server redirects the discovery. As for git, the end of the URL must stay the same. A login is
 * not sent to another origin, for all further redirects, too. A redirect from HTTPS to HTTP is not followed.
 */
function redirected(
  { url: from, reach, authorization }: RepositoryLocation,
  location: string | undefined,
): RepositoryLocation {
  const target = location === undefined ? undefined : parseUrl(location, discoveryUrl(from));
  const isHttp = target?.protocol === 'https:' || (target?.protocol === 'http:' && from.protocol === 'http:');
  if (target === undefined || !isHttp || !target.pathname.endsWith('/info/refs')) {
    throw new GitError(
      'InvalidResponse',
      `${from.host} redirects to a URL that is not a git repository: correct the URL`,
    );
  }
  const url = new URL(target.origin);
  url.pathname = target.pathname.slice(0, -'/info/refs'.length);
  return { url, reach, authorization: url.origin === from.origin ? authorization : undefined };
}

function checkStatus(
  { now }: GitHttp,
  response: HttpResponse,
  { url, authorization }: RepositoryLocation,
  named: RepositoryLocation,
): void {
  if (response.status === 200) return;
  response.discard();
  const error = statusError(response, url, authorization !== undefined, now());
  const lostLogin = named.authorization !== undefined && authorization === undefined;
  if (error.reason !== 'SourceDenied' || !lostLogin) throw error;
  throw new GitError(
    'SourceDenied',
    `${named.url.host} redirects to ${url.host}, which does not get the credentials: use the final URL in the source`,
  );
}

/** A web page has the status 200, too (gitprotocol-http(5): clients must verify the type). */
function checkType(response: HttpResponse, what: 'advertisement' | 'result', { url }: RepositoryLocation): void {
  const [type = ''] = (response.header('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() === `application/x-git-upload-pack-${what}`) return;
  response.discard();
  throw new GitError(
    'InvalidResponse',
    `${url.host} does not speak git's smart HTTP protocol at this URL: check that the URL is that of a git repository`,
  );
}
