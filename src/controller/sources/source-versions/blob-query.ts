import type { Dispatcher } from 'undici';
import { chosenReach, namedReach } from '../../../clients/http/addresses/reach.ts';
import { readBody, type HttpResponse } from '../../../clients/http/response.ts';
import { parseRetryAfterMs } from '../../../clients/http/retries.ts';
import { startTimeouts } from '../../../clients/http/timeouts.ts';
import {
  etagVersion,
  formatBlobVersion,
  parseBlobVersion,
  type BlobVersion,
} from '../../../core/model/blob-version.ts';
import type { FailureScope } from '../../../core/model/failure-scope.ts';
import { request, statusFailure, type Reaches } from '../../../steps/prepare/request.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { asVersionError } from './version-error.ts';

/** The settings and connections of all queries about blobs. */
export interface BlobHttp {
  /** Keeps the connections, and checks the addresses of hosts. */
  readonly dispatcher: Dispatcher;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** For all requests and redirects of one query. */
  readonly timeoutMs: number;
}

/** A server that knows ranges sends one byte. A longer response is not read, and its connection is closed. */
const MAX_READ_BYTES = 1_024;

/**
 * Returns the version of a blob; `undefined` if the server sends none. It is asked with GET, as prepare downloads the blob: the
 * signature of a URL can be for one method only. Rejects with `VersionError`, or with the signal's reason.
 */
export async function askBlob(
  { dispatcher, now, timeoutMs }: BlobHttp,
  url: URL,
  authorization: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const timer = startTimeouts({ idleMs: timeoutMs, totalMs: timeoutMs }, signal);
  const end = new AbortController();
  timer.signal.addEventListener('abort', () => end.abort(), { once: true });
  let scope: FailureScope = 'host';
  let retryAfterMs: number | undefined;
  /** Users name blobs, so no blob is at an address of the controller's own Pod, and no redirect leads further inside. */
  const reaches: Reaches = {
    namesRedirects: false,
    named: (hostname) => namedReach(hostname, false),
    redirected: (server) => {
      scope = 'query';
      return chosenReach(server);
    },
  };
  try {
    const headers = {
      'user-agent': 'taskpack',
      'accept-encoding': 'identity',
      range: 'bytes=0-0',
      ...(authorization !== undefined && { authorization }),
    };
    const answer = await request({ network: { dispatcher }, signal: end.signal }, url, headers, reaches);
    retryAfterMs = parseRetryAfterMs(answer.header('retry-after'), now());
    const { status } = answer;
    if (status !== 200 && status !== 206) {
      if (scope === 'host') scope = scopeOf(status);
      throw statusFailure(answer, url);
    }
    if (scope === 'host') scope = 'login';
    await readBody(answer, MAX_READ_BYTES);
    const version = versionIn(answer);
    return version && formatBlobVersion(version);
  } catch (error) {
    signal.throwIfAborted();
    throw asVersionError(timer.hasExpired() ? tooSlow(url, error) : error, { scope, retryAfterMs });
  } finally {
    timer.stop();
    end.abort();
  }
}

/** Returns the queries that a status of the server that the user named concerns. */
function scopeOf(status: number): FailureScope {
  if (status === 429) return 'limit';
  return status >= 500 || status === 408 ? 'host' : 'query';
}

/** Returns a digest of the blob if the server sends one, else its ETag. */
function versionIn({ header }: Pick<HttpResponse, 'header'>): BlobVersion | undefined {
  return digestIn(header) ?? etagVersion(header('etag'));
}

/** Returns the digest of RFC 9530, or that of Artifactory. */
function digestIn(header: HttpResponse['header']): BlobVersion | undefined {
  const [, base64 = ''] = /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/i.exec(header('repr-digest') ?? '') ?? [];
  const digests = [Buffer.from(base64, 'base64').toString('hex'), header('x-checksum-sha256')?.toLowerCase() ?? ''];
  return digests.map((digest) => parseBlobVersion(`sha256:${digest}`)).find((version) => version !== undefined);
}

function tooSlow({ host }: URL, cause: unknown): PrepareError {
  return new PrepareError(
    'NetworkFailed',
    `${host} does not answer in time: check the network, or try again later`,
    cause,
  );
}
