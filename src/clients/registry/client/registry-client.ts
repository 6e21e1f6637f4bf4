import type { Readable } from 'node:stream';
import { makeRedaction } from '../../http/redaction.ts';
import { RETRY_POLICY, type RetryPolicy } from '../../http/retries.ts';
import type { ImageReference } from '../../../core/model/image-reference.ts';
import { makeAuthorizer } from './auth/authorizer.ts';
import type { BlobSource } from './blobs/blob-source.ts';
import { checkPush } from './blobs/check-push.ts';
import type { ContentDescriptor } from './blobs/verify-content.ts';
import {
  REQUEST_TIMEOUTS,
  USER_POLICY,
  type AddressPolicy,
  type Network,
  type RequestTimeouts,
} from './transport/transport.ts';
import { copyBlob, type CopyOutcome, mountBlob } from './blobs/copy-blob.ts';
import { hasBlob } from './blobs/has-blob.ts';
import { pullConfig, type PulledConfig } from './manifests/pull-config.ts';
import type { Keychain, Repository } from './credentials/keychain.ts';
import { firstSuccess, sourcesOf, type Mirrors } from './mirrors.ts';
import type { Platform } from './manifests/platform.ts';
import { pullBlob } from './blobs/pull-blob.ts';
import { pullManifest, resolve, type PulledManifest, type ResolvedImage } from './manifests/pull-manifest.ts';
import { pushBlob } from './blobs/push-blob.ts';
import { listReferrers, type ReferredImage, type Referrer } from './manifests/list-referrers.ts';
import { pushManifest, type ManifestUpload } from './manifests/push-manifest.ts';
import { pushReferrers, type ReferrerUpload } from './manifests/push-referrers.ts';
import { withRequestRetries, type Connection } from './registry-request.ts';
import { makeEndpoints } from './registry-endpoints.ts';

export interface RegistryClientOptions {
  readonly network: Network;
  readonly keychain: Keychain;
  /**
   * Registries that plain HTTP is allowed for if they do not answer TLS, as `host[:port]`. Loopback, private (RFC 1918)
   * and `.local` hosts need no entry.
   */
  readonly insecure?: readonly string[];
  /** Mirrors by registry. Reads try the mirrors first; writes never use them. */
  readonly mirrors?: Mirrors;
  /** Defaults to `USER_POLICY`: registries may be loopback hosts, and lead to no private address unless they have one. */
  readonly addresses?: AddressPolicy;
  /** Defaults to `RETRY_POLICY`: five retries with exponential backoff. */
  readonly retryPolicy?: RetryPolicy;
  /** False to fail at once if a host cannot be found or reached, or refuses the first connection, for users who wait. Defaults to true. */
  readonly retriesUnreachable?: boolean;
  /** False if errors quote no server, for users who cannot reach the servers themselves. Defaults to true. */
  readonly quotesServers?: boolean;
  /** Defaults to `REQUEST_TIMEOUTS`. */
  readonly timeouts?: RequestTimeouts;
  /** Aborts all requests and delays of the client. They reject with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface ReadOptions {
  /** False to read from the registry itself and ignore mirrors. Defaults to true. */
  readonly mirrors?: boolean;
}

/**
 * A client of the OCI distribution API. Methods reject with `RegistryError`, or with the reason of the client's aborted
 * signal.
 *
 * Every method can reject with `CREDENTIALS`, `NETWORK`, `TIMED_OUT`, `TLS`, `UNAUTHORIZED`, `DENIED`, `NOT_FOUND`,
 * `RATE_LIMITED`, `UNAVAILABLE`, `REFUSED`, `BAD_ANSWER` and `ADDRESS_REFUSED`. The comments below list further codes. Requests that fail
 * with `NETWORK`, `TIMED_OUT`, `RATE_LIMITED` or `UNAVAILABLE` are retried according to the retry policy, after the
 * delay of `Retry-After` if there is one. A reference without a tag and digest means the tag `latest`. All sizes are in
 * bytes.
 */
export interface RegistryClient {
  /**
   * Returns the digest, media type and size of an image or index ("Checking if content exists in the registry"). Sends
   * `HEAD`, and `GET` if a header of the response is missing or wrong. Also rejects with `DIGEST_MISMATCH`, `UNSUPPORTED_MANIFEST` and
   * `TOO_LARGE`.
   */
  readonly resolve: (reference: ImageReference, options?: ReadOptions) => Promise<ResolvedImage>;
  /**
   * Returns a manifest ("Pulling manifests"), verified against its digest. With a platform, returns the image of an
   * index for that platform; a manifest that is not an index is returned unchanged. Also rejects with
   * `DIGEST_MISMATCH`, `SIZE_MISMATCH`, `UNSUPPORTED_MANIFEST`, `TOO_LARGE` and, with a platform, `NO_PLATFORM`.
   */
  readonly manifest: (reference: ImageReference, platform?: Platform) => Promise<PulledManifest>;
  /**
   * Returns the configuration of an image, with its manifest, verified against their digests. Also rejects with the
   * codes of `manifest`.
   */
  readonly config: (reference: ImageReference, platform: Platform) => Promise<PulledConfig>;
  /**
   * Streams a blob ("Pulling blobs") and verifies it on the way. The stream ends only if size and digest match;
   * otherwise it fails with `SIZE_MISMATCH` or `DIGEST_MISMATCH`, so do not use the bytes before the end. A broken
   * download resumes with a range request, at most 20 times.
   */
  readonly blob: (repository: Repository, expected: ContentDescriptor) => Readable;
  /** True if the repository has the blob ("Checking if content exists in the registry"). Needs the right to push. */
  readonly hasBlob: (repository: Repository, digest: string) => Promise<boolean>;
  /**
   * Mounts a blob from another repository of the same registry ("Mounting a blob from another repository"). Returns
   * false if the registry wants an upload instead, or if the registries differ.
   */
  readonly mountBlob: (from: Repository, to: Repository, blob: ContentDescriptor) => Promise<boolean>;
  /**
   * Uploads a blob ("Pushing a blob in chunks"). A broken upload resumes where the registry's part ends. Also rejects
   * with `DIGEST_MISMATCH` if the content is different, and `SIZE_MISMATCH` if the registry has the digest with another
   * size. Rejects with the source's error if the source fails or ends early.
   */
  readonly pushBlob: (to: Repository, blob: ContentDescriptor, source: BlobSource) => Promise<void>;
  /**
   * Copies a blob to another repository in the cheapest way: not at all if it exists there, else by a mount, else by
   * streaming it. Also rejects with the codes of `blob` and `pushBlob`.
   */
  readonly copyBlob: (from: Repository, to: Repository, blob: ContentDescriptor) => Promise<CopyOutcome>;
  /**
   * Verifies that the account can push to the repository, by starting and cancelling an upload. Rejects with
   * `UNAUTHORIZED` or `DENIED` if it cannot.
   */
  readonly checkPush: (to: Repository) => Promise<void>;
  /**
   * Uploads a manifest or index ("Pushing Manifests") and returns its digest. The content that it refers to must exist
   * already. Also rejects with `DIGEST_MISMATCH` if the reference or the registry has another digest.
   */
  readonly pushManifest: (to: ImageReference, manifest: ManifestUpload) => Promise<string>;
  /**
   * Returns the manifests that refer to an image or index ("Listing Referrers"), from the referrers API or the referrers tag of the
   * registry itself. Also rejects with `UNSUPPORTED_MANIFEST` if the tag is an image, and with `TOO_LARGE`.
   */
  readonly referrers: (subject: ReferredImage) => Promise<readonly Referrer[]>;
  /**
   * Uploads manifests that refer to an image or index ("Pushing Manifests with Subject"). Lists them in the referrers tag unless the
   * registry lists them itself, and removes the replaced digests from this tag. The content that the manifests refer to must exist
   * already. Also rejects with the codes of `pushManifest` and `referrers`.
   */
  readonly pushReferrers: (
    subject: ReferredImage,
    uploads: readonly ReferrerUpload[],
    replaced?: ReadonlySet<string>,
  ) => Promise<void>;
}

/** Creates a client for all registries. The client caches tokens and endpoints. It does not close the dispatcher. */
export function registryClient(options: RegistryClientOptions): RegistryClient {
  const connection = connect(options);
  const { mirrors = {}, signal } = options;
  const read = async <T extends Repository, R>(place: T, work: (place: T) => Promise<R>): Promise<R> =>
    firstSuccess(sourcesOf(place, mirrors), signal, work);
  const blob = (from: Repository, expected: ContentDescriptor): Readable =>
    pullBlob(connection, sourcesOf(from, mirrors), expected);
  return {
    resolve: async (reference, from = {}) =>
      from.mirrors === false
        ? resolve(connection, reference)
        : read(reference, async (place) => resolve(connection, place)),
    manifest: async (reference, platform) =>
      read(reference, async (place) => pullManifest(connection, place, platform)),
    config: async (reference, platform) => read(reference, async (place) => pullConfig(connection, place, platform)),
    blob,
    hasBlob: async (repository, digest) =>
      withRequestRetries(connection, async () => hasBlob(connection, { repository, blob: { digest } })),
    mountBlob: async (from, to, expected) => mountBlob(connection, { repository: to, blob: expected }, from),
    pushBlob: async (to, expected, source) => pushBlob(connection, { repository: to, blob: expected }, source),
    copyBlob: async (from, to, expected) =>
      copyBlob(connection, { repository: to, blob: expected }, from, () => blob(from, expected)),
    checkPush: async (to) => checkPush(connection, to),
    pushManifest: async (to, manifest) => pushManifest(connection, to, manifest),
    referrers: async (subject) => listReferrers(connection, subject),
    pushReferrers: async (subject, uploads, replaced = new Set()) =>
      pushReferrers(connection, subject, uploads, replaced),
  };
}

function connect(options: RegistryClientOptions): Connection {
  const { network, keychain, insecure = [], addresses = USER_POLICY, signal } = options;
  const { retryPolicy = RETRY_POLICY, retriesUnreachable = true, timeouts = REQUEST_TIMEOUTS } = options;
  const { quotesServers = true } = options;
  const transport = {
    network,
    timeouts,
    retryPolicy,
    retriesUnreachable,
    quotesServers,
    addresses,
    redaction: makeRedaction(),
    ...(signal && { signal }),
  };
  return {
    transport,
    endpoints: makeEndpoints(transport, insecure),
    authorizer: makeAuthorizer(transport, keychain),
    knownDigests: new Set(),
  };
}
