import { chosenReach, namedReach, type Reach } from '../../../http/addresses/reach.ts';
import { readBody, type HttpResponse } from '../../../http/response.ts';
import { keepsServer, MAX_REDIRECTS, REDIRECT_STATUSES } from '../../../http/redirects.ts';
import { MAX_TIMEOUT_MS, startTimeouts } from '../../../http/timeouts.ts';
import { GitError } from '../git-error.ts';
import { loginFor, type GitCredential } from '../../credentials.ts';
import type { GitQuery, Reference, References } from '../references.ts';
import { readAdvertisement, type Advertisement } from './advertisement.ts';
import { readHead, readPlainReferences } from './plain-references.ts';
import { readPackets, type ResponseLimit } from './packets.ts';
import { sendGitRequest, statusError, type GitHttp, type GitResponse, type RequestPlace } from './send.ts';
import { withoutTrailing } from '../../../../core/model/trailing.ts';
import { parseUrl } from '../../../../core/model/bounded-url.ts';

/** The advertisement of a repository with 100,000 references without protocol version 2 has about 7 MB. */
const ADVERTISEMENT_LIMIT: ResponseLimit = {
  maxBytes: 32 * 2 ** 20,
  advice: "use a git server with version 2 of git's protocol, or a repository with fewer references",
};

/** The file `HEAD` has one line. */
const MAX_HEAD_BYTES = 4_096;

/** `Git-Protocol` asks for version 2. Servers that do not know it ignore the header. */
const HEADERS = { 'git-protocol': 'version=2', pragma: 'no-cache' };

/** The location of a repository, and what is sent to it. */
export interface RepositoryLocation {
  /** The URL of the repository, without a slash at the end. */
  readonly url: URL;
  /** The name of the server in errors: the host that the user named, never one that a server chose. */
  readonly server: string;
  readonly reach: Reach;
  /** True if the server is the one that the user named (`keepsServer`). Only this server gets a login. */
  readonly isNamedServer: boolean;
  readonly authorization: string | undefined;
  readonly place: RequestPlace;
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
    const message = `${host} does not answer in time: check the network, or try again later`;
    throw new GitError('NetworkFailed', message, { scope: 'login' });
  } finally {
    timer.stop();
  }
}

/** Returns the location that the user named, with the login for its origin. */
function namedLocation({ address, credentials }: Repository): RepositoryLocation {
  const url = new URL(address.url);
  url.pathname = withoutTrailing(url.pathname, '/');
  const reach = namedReach(url.hostname, false);
  return {
    url,
    server: url.host,
    reach,
    isNamedServer: true,
    authorization: loginAtOnce(url, credentials),
    place: 'first',
  };
}

/** Returns the header for the first request. As in git, a user without a password is sent only if the server asks for a login. */
function loginAtOnce({ origin }: URL, credentials: readonly GitCredential[]): string | undefined {
  const login = loginFor(origin, credentials);
  return login?.kind === 'basic' ? login.authorization : undefined;
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
    const { sent, response, reached } = await askLocation(http, repository, location, signal);
    location = { ...afterFirst(sent), reach: chosenReach(reached) };
    if (!REDIRECT_STATUSES.includes(response.status)) {
      checkStatus(http, response, location, named);
      return { location, advertisement: await readResponse(http, response, location, wanted, signal) };
    }
    response.discard();
    location = redirected(location, response.header('location'), repository.credentials);
  }
  throw new GitError(
    'InvalidResponse',
    `${named.url.host} redirects more than ${MAX_REDIRECTS} times: correct the URL`,
  );
}

/** Asks a location, and asks again with the user in the URL if the server wants a login. */
async function askLocation(
  http: GitHttp,
  { credentials }: Repository,
  location: RepositoryLocation,
  signal: AbortSignal,
): Promise<GitResponse & { readonly sent: RepositoryLocation }> {
  const ask = async (sent: RepositoryLocation): Promise<GitResponse> =>
    sendGitRequest(http, {
      method: 'GET',
      url: discoveryUrl(sent.url),
      server: sent.server,
      headers: headersFor(sent),
      reach: sent.reach,
      place: sent.place,
      signal,
    });
  const first = await ask(location);
  const login = location.isNamedServer ? loginFor(location.url.origin, credentials) : undefined;
  if (first.response.status !== 401 || login?.kind !== 'user') return { ...first, sent: location };
  first.response.discard();
  const { authorization } = login;
  const sent = { ...afterFirst(location), authorization, reach: chosenReach(first.reached) };
  return { ...(await ask(sent)), sent };
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
  const url = fileUrl(location.url, '/git-upload-pack');
  const { response } = await sendGitRequest(http, {
    method: 'POST',
    url,
    server: location.server,
    headers,
    body,
    reach: location.reach,
    place: location.place,
    signal,
  });
  checkStatus(http, response, location, location);
  if (typeOf(response) !== 'application/x-git-upload-pack-result') throw notSmart(response, location);
  return response;
}

function afterFirst(location: RepositoryLocation): RepositoryLocation {
  return { ...location, place: location.place === 'elsewhere' ? 'elsewhere' : 'later' };
}

function headersFor({ authorization }: RepositoryLocation): Readonly<Record<string, string>> {
  return { ...HEADERS, ...(authorization !== undefined && { authorization }) };
}

function discoveryUrl(repository: URL): URL {
  const url = fileUrl(repository, '/info/refs');
  url.search += `${url.search === '' ? '?' : '&'}service=git-upload-pack`;
  return url;
}

/** Returns the URL of a file of the repository. As for git, a query belongs to the repository's name, and the file follows the query. */
function fileUrl(repository: URL, file: string): URL {
  const url = new URL(repository);
  if (url.search === '') url.pathname += file;
  else url.search += file;
  return url;
}

/**
 * Returns the location to which a server redirects the discovery. As for git, the end of the URL must stay the same. No server gets a
 * login after a redirect to another server, and none gets it after a redirect from HTTPS to HTTP.
 */
function redirected(
  { url: from, server, reach, isNamedServer, place }: RepositoryLocation,
  location: string | undefined,
  credentials: readonly GitCredential[],
): RepositoryLocation {
  const target = location === undefined ? undefined : parseUrl(location, discoveryUrl(from));
  const isHttp = target?.protocol === 'https:' || target?.protocol === 'http:';
  if (target === undefined || !isHttp || !target.pathname.endsWith('/info/refs')) {
    throw new GitError('InvalidResponse', `${server} redirects to a URL that is not a git repository: correct the URL`);
  }
  const url = new URL(target.origin);
  url.pathname = target.pathname.slice(0, -'/info/refs'.length);
  const isStillNamed = isNamedServer && keepsServer(from, url);
  const authorization = isStillNamed ? loginAtOnce(url, credentials) : undefined;
  const other = server.startsWith('a server') ? server : `a server to which ${server} redirects`;
  return {
    url,
    server: url.host === from.host ? server : other,
    reach,
    isNamedServer: isStillNamed,
    authorization,
    place: url.origin === from.origin ? place : 'elsewhere',
  };
}

function checkStatus(
  { now }: GitHttp,
  response: HttpResponse,
  { server, authorization, place }: RepositoryLocation,
  named: RepositoryLocation,
): void {
  if (response.status === 200) return;
  response.discard();
  const error = statusError(response, server, authorization !== undefined, place, now());
  const lostLogin = named.authorization !== undefined && authorization === undefined;
  if (error.reason !== 'SourceDenied' || !lostLogin) throw error;
  throw new GitError(
    'SourceDenied',
    `${named.url.host} redirects to another server, which does not get the credentials: use the final URL in the source`,
  );
}

/** Reads the references or capabilities. A server of plain files ignores the query and sends `info/refs` (gitprotocol-http(5), "Dumb Clients"). */
async function readResponse(
  http: GitHttp,
  response: HttpResponse,
  location: RepositoryLocation,
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Advertisement> {
  const type = typeOf(response);
  if (type === 'application/x-git-upload-pack-advertisement') {
    return readAdvertisement(readPackets(response.body, ADVERTISEMENT_LIMIT), wanted);
  }
  // A web page has the status 200, too.
  if (/html|json|xml/.test(type)) throw notSmart(response, location);
  return { version: 1, references: await plainReferences(http, response, location, wanted, signal) };
}

/** The file `HEAD` names a branch, which `info/refs` then has. */
async function plainReferences(
  http: GitHttp,
  { body }: HttpResponse,
  location: RepositoryLocation,
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<References> {
  const head = wanted.has('HEAD') ? await plainHead(http, location, signal) : undefined;
  const names = typeof head === 'string' ? new Set([...wanted, head]) : wanted;
  const references = await readPlainReferences(body, ADVERTISEMENT_LIMIT, names);
  const found = typeof head === 'string' ? references.get(head) : head;
  return found === undefined ? references : new Map([...references, ['HEAD', found]]);
}

async function plainHead(
  http: GitHttp,
  location: RepositoryLocation,
  signal: AbortSignal,
): Promise<Reference | string | undefined> {
  const url = fileUrl(location.url, '/HEAD');
  const { reach, server, place } = location;
  const request = { method: 'GET', url, server, headers: headersFor(location), reach, place, signal } as const;
  const { response } = await sendGitRequest(http, request);
  if (response.status === 200) return readHead((await readBody(response, MAX_HEAD_BYTES))?.toString() ?? '');
  response.discard();
  return undefined;
}

function typeOf(response: HttpResponse): string {
  const [type = ''] = (response.header('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

function notSmart(response: HttpResponse, { server }: RepositoryLocation): GitError {
  response.discard();
  return new GitError(
    'InvalidResponse',
    `${server} does not speak git's HTTP protocol at this URL: check that the URL is that of a git repository`,
  );
}
