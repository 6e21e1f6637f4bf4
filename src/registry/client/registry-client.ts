import type { Readable } from 'node:stream';
import { makeRedaction } from '../../http/redaction.ts';
import { RETRY_POLICY, type RetryPolicy } from '../../http/retries.ts';
import type { ImageReference } from '../../model/image-reference.ts';
import { makeAuthorizer } from './authorizer.ts';
import type { BlobSource } from './blob-source.ts';
import { checkPush } from './check-push.ts';
import type { Expected } from './checked-bytes.ts';
import type { Collaborators } from './collaborators.ts';
import { copyBlob, type CopyOutcome } from './copy-blob.ts';
import { DEADLINES, type Deadlines } from './deadline.ts';
import { hasBlob } from './has-blob.ts';
import { pullConfig, type PulledConfig } from './image-config.ts';
import type { Keychain, Repository } from './keychain.ts';
import { firstThatWorks, placesOf, type Mirrors } from './mirrors.ts';
import { mountBlob } from './mount-blob.ts';
import type { Platform } from './platform.ts';
import { pullBlob } from './pull-blob.ts';
import { pullManifest, resolve, type PulledManifest, type Resolved } from './pull-manifest.ts';
import { pushBlob, type UploadOptions } from './push-blob.ts';
import { pushManifest, type ManifestUpload } from './push-manifest.ts';
import { repeatedly, type Connection } from './registry-call.ts';
import { makeSessions } from './session.ts';

export interface RegistryClientOptions {
  readonly collaborators: Collaborators;
  readonly keychain: Keychain;
  /** Registries that may be spoken to without TLS, `host[:port]`, beside the local ones. */
  readonly insecure?: readonly string[];
  /** For reading only. */
  readonly mirrors?: Mirrors;
  readonly policy?: RetryPolicy;
  readonly deadlines?: Deadlines;
  /** Ends everything; then all rejects with its reason. */
  readonly signal?: AbortSignal;
}

export interface ReadOptions {
  /** Whether mirrors are asked first, as they are where this is not set. */
  readonly mirrors?: boolean;
}

/** Everything rejects with `RegistryError`. Without a digest or tag a reference means `latest`. */
export interface RegistryClient {
  readonly resolve: (reference: ImageReference, options?: ReadOptions) => Promise<Resolved>;
  /** With a platform, the image of an index; an image that is no index is taken as it is. */
  readonly manifest: (reference: ImageReference, platform?: Platform) => Promise<PulledManifest>;
  readonly config: (reference: ImageReference, platform: Platform) => Promise<PulledConfig>;
  /** Checked while it is read: it ends only if digest and size are right. */
  readonly blob: (repository: Repository, expected: Expected) => Readable;
  readonly hasBlob: (repository: Repository, digest: string) => Promise<boolean>;
  readonly mountBlob: (from: Repository, to: Repository, blob: Expected) => Promise<boolean>;
  readonly pushBlob: (to: Repository, blob: Expected, source: BlobSource, options?: UploadOptions) => Promise<void>;
  readonly copyBlob: (
    from: Repository,
    to: Repository,
    blob: Expected,
    options?: UploadOptions,
  ) => Promise<CopyOutcome>;
  /** Rejects where the repository may not be written. */
  readonly checkPush: (to: Repository) => Promise<void>;
  /** Answers with the digest. */
  readonly pushManifest: (to: ImageReference, manifest: ManifestUpload) => Promise<string>;
}

/** A client of all registries, with tokens and connections of its own. What it is handed it does not close. */
export function registryClient(options: RegistryClientOptions): RegistryClient {
  const connection = connect(options);
  const { mirrors = {}, signal } = options;
  const read = async <T extends Repository, R>(place: T, work: (place: T) => Promise<R>): Promise<R> =>
    firstThatWorks(placesOf(place, mirrors), signal, work);
  const blob = (from: Repository, expected: Expected): Readable =>
    pullBlob(connection, placesOf(from, mirrors), expected);
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
      repeatedly(connection, async () => hasBlob(connection, { repository, blob: { digest } })),
    mountBlob: async (from, to, expected) => mountBlob(connection, { repository: to, blob: expected }, from),
    pushBlob: async (to, expected, source, upload) =>
      pushBlob(connection, { repository: to, blob: expected }, source, upload),
    copyBlob: async (from, to, expected, upload = {}) =>
      copyBlob(connection, { repository: to, blob: expected }, from, () => blob(from, expected), upload),
    checkPush: async (to) => checkPush(connection, to),
    pushManifest: async (to, manifest) => pushManifest(connection, to, manifest),
  };
}

function connect(options: RegistryClientOptions): Connection {
  const { collaborators, keychain, insecure = [], policy = RETRY_POLICY, deadlines = DEADLINES, signal } = options;
  const wire = { collaborators, deadlines, policy, redaction: makeRedaction(), ...(signal && { signal }) };
  return { wire, sessions: makeSessions(wire, insecure), authorizer: makeAuthorizer(wire, keychain) };
}
