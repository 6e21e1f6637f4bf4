import { isDeepStrictEqual } from 'node:util';
import {
  POLL_INTERVAL_ANNOTATION,
  type ResolvedSource,
  type SourceResolver,
} from '../../../core/api/kpack/source-resolver.ts';
import { parseImageReference, repositoryName } from '../../../core/model/image-reference.ts';
import type { WantedVersion } from '../source-versions/wanted-version.ts';
import { accountOf, statusSource, subPathOf } from './resolver-fields.ts';
import { pollInterval, type PollInterval } from './poll-interval.ts';

/** The part of a blob or image that is still unknown. */
export type WantedVersionedSource =
  /** Nothing: it is not polled unless an annotation says so. */
  | { readonly kind: 'settled'; readonly source: ResolvedSource; readonly notPolled?: NotPolled }
  /** The version. */
  | { readonly kind: 'version'; readonly wanted: WantedVersion; readonly polling: PollInterval };

/** Why a source is not polled although an annotation asks for it. */
interface NotPolled {
  readonly reason: string;
  readonly message: string;
}

/**
 * Returns the part of a blob or image source that is still unknown. Polls only with the annotation, because kpack polls
 * no blobs and images.
 */
export function wantedVersion(resolver: SourceResolver, defaultIntervalMs: number): WantedVersionedSource {
  const source = versionedSource(resolver, undefined);
  const { annotations } = resolver.metadata;
  const polling = pollInterval(defaultIntervalMs, annotations);
  if (annotations?.[POLL_INTERVAL_ANNOTATION] === undefined || polling.kind === 'never')
    return { kind: 'settled', source };
  const { blob, registry } = resolver.spec.source;
  if (blob?.auth === 'helper') return { kind: 'settled', source, notPolled: NO_IDENTITY };
  // An image with a digest never changes.
  if (registry !== undefined && parseImageReference(registry.image)?.digest !== undefined)
    return { kind: 'settled', source };
  const pullSecrets = (registry?.imagePullSecrets ?? []).flatMap(({ name }) => name ?? []);
  const wanted: WantedVersion = {
    source:
      blob === undefined
        ? { kind: 'registry', image: registry?.image ?? '', pullSecrets }
        : { kind: 'blob', url: blob.url, authentication: blob.auth === 'secret' ? 'secret' : 'none' },
    account: accountOf(resolver),
    intervalMs: polling.intervalMs,
    isKnown: currentVersion(resolver) !== undefined,
  };
  return { kind: 'version', wanted, polling };
}

const NO_IDENTITY: NotPolled = {
  reason: 'SourceUnsupported',
  message:
    'blob.auth: helper uses the cloud identity of the ServiceAccount, which only Pods of Builds have: use blob.auth: secret, or remove the annotation',
};

/** Returns the resolved source for a status: the blob or image of the spec, with this version. */
export function versionedSource(resolver: SourceResolver, version: string | undefined): ResolvedSource {
  const { blob, registry } = resolver.spec.source;
  const place = subPathOf(resolver);
  if (blob !== undefined) return { blob: { ...blob, ...place, ...(version !== undefined && { version }) } };
  if (registry === undefined) throw new Error('a source is git, blob or registry');
  return { registry: { ...registry, ...place, image: withDigest(registry.image, version) } };
}

function withDigest(image: string, digest: string | undefined): string {
  const reference = parseImageReference(image);
  return digest === undefined || reference === undefined ? image : `${repositoryName(reference)}@${digest}`;
}

/** Returns the blob or image in the status if it belongs to the current spec and has a version. */
export function currentVersion(resolver: SourceResolver): ResolvedSource | undefined {
  const source = statusSource(resolver);
  if (source === undefined) return undefined;
  const { blob, registry } = source;
  const version = blob?.version ?? parseImageReference(registry?.image ?? '')?.digest;
  return isDeepStrictEqual(source, versionedSource(resolver, version)) && version !== undefined ? source : undefined;
}
