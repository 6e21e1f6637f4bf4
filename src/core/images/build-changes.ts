import type { Build, SourceConfig } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import { BLOB_VERSION_ANNOTATION } from '../model/blob-version.ts';
import { otherExecEnvOf } from '../model/exec-env.ts';
import { maskJsonLogins } from '../model/mask-url-logins.ts';
import { TRIGGER_ANNOTATION } from '../model/image-metadata.ts';
import { parseImageReference } from '../model/image-reference.ts';
import type { Json } from '../model/json.ts';
import { configChange, isSameConfig, type BuildConfig } from './build-config.ts';
import { initiatorOf } from './build-initiator.ts';
import { outcomeOf } from './build-history.ts';
import { goJson } from './go-json.ts';
import type { ObservedBuilder } from './observed-builder.ts';

/** Why a Build is needed, in the order in which kpack lists the reasons. */
export type BuildReason = 'TRIGGER' | 'COMMIT' | 'CONFIG' | 'BUILDPACK' | 'STACK' | 'LIFECYCLE';

/** The changes since the newest Build. */
export interface BuildChanges {
  readonly reasons: readonly BuildReason[];
  /** The value of `CHANGES_ANNOTATION`. */
  readonly json: string;
  /** The run image that cannot be compared, because its reference is invalid. */
  readonly invalidRunImage?: { readonly of: 'builder' | 'build'; readonly reference: string };
}

/** The objects that determine if a Build is needed. */
export interface BuildInputs {
  readonly image: Image;
  readonly source: SourceConfig;
  readonly blobVersion?: string | undefined;
  readonly builder: ObservedBuilder;
  readonly last: Build | undefined;
  readonly nowMs: number;
}

interface Change {
  readonly reason: BuildReason;
  readonly old: Json;
  readonly new: Json;
}

/** Returns the changes since the newest Build (kpack, build_required.go). No Build is needed if there is no reason. */
export function buildChanges(inputs: BuildInputs): BuildChanges {
  const changes = [
    ...triggerChange(inputs),
    ...commitChange(inputs),
    ...configChanges(inputs),
    ...builderChanges(inputs),
  ];
  const invalidRunImage = invalidRunImageOf(inputs);
  return {
    reasons: changes.map(({ reason }) => reason),
    json: changes.length === 0 ? '' : changesJson(changes),
    ...(invalidRunImage !== undefined && { invalidRunImage }),
  };
}

/** Users read the changes in annotations and in the log, so they hold no password of a URL. kpack's changes do. */
function changesJson(changes: readonly Change[]): string {
  return maskJsonLogins(goJson(changes.map(({ reason, old, new: now }) => ({ reason, old, new: now }))));
}

/** Returns kpack's PriorityClass for Builds with these reasons. */
export function priorityClassOf(reasons: readonly BuildReason[]): string {
  return initiatorOf(reasons) === 'people' ? 'kpack-build-high-priority' : 'kpack-build-low-priority';
}

function triggerChange({ last, nowMs }: BuildInputs): readonly Change[] {
  if (last?.metadata.annotations?.[TRIGGER_ANNOTATION] === undefined) return [];
  // Go's RFC1123Z.
  const time = new Date(nowMs).toUTCString().replace(/GMT$/, '+0000');
  return [{ reason: 'TRIGGER', old: '', new: `A new build was manually triggered on ${time}` }];
}

function commitChange({ last, source, blobVersion }: BuildInputs): readonly Change[] {
  const [old, now] =
    source.blob === undefined
      ? [last?.spec.source.git?.revision, source.git?.revision]
      : [last?.spec.source.blob && (last.metadata.annotations?.[BLOB_VERSION_ANNOTATION] ?? ''), blobVersion];
  return old === undefined || now === undefined || old === now ? [] : [{ reason: 'COMMIT', old, new: now }];
}

function configChanges({ image, last, source }: BuildInputs): readonly Change[] {
  const old: BuildConfig = { ...last?.spec, execEnv: last && otherExecEnvOf(last.metadata) };
  const now: BuildConfig = { ...image.spec.build, source, execEnv: otherExecEnvOf(image.metadata) };
  if (isSameConfig(old, now)) return [];
  return [{ reason: 'CONFIG', old: configChange(old), new: configChange(now) }];
}

/** Returns the changes of the builder since the newest Build. Only a successful Build reports its buildpacks and its stack. */
function builderChanges({ last, builder }: BuildInputs): readonly Change[] {
  if (last === undefined) return [];
  switch (outcomeOf(last)) {
    case 'True':
      return [...buildpackChange(last, builder), ...stackChange(last, builder), ...lifecycleChange(last, builder)];
    case 'False':
      return changeSinceFailure(last, builder);
    default:
      return [];
  }
}

function buildpackChange({ status }: Build, builder: ObservedBuilder): readonly Change[] {
  const available = builder.status?.builderMetadata ?? [];
  const gone = (status?.buildMetadata ?? [])
    .filter(
      (used) =>
        !available.some(({ id = '', version = '' }) => id === (used.id ?? '') && version === (used.version ?? '')),
    )
    .map(({ id = '', version = '' }) => ({ id, ...(version !== '' && { version }) }))
    .toSorted((a, b) => (a.id === b.id ? 0 : a.id < b.id ? -1 : 1));
  return gone.length === 0 ? [] : [{ reason: 'BUILDPACK', old: gone, new: null }];
}

function stackChange({ status }: Build, builder: ObservedBuilder): readonly Change[] {
  const old = identifierOf(status?.stack?.runImage ?? '');
  const now = identifierOf(builder.status?.stack?.runImage ?? '');
  return old === undefined || now === undefined || old === now ? [] : [{ reason: 'STACK', old, new: now }];
}

function lifecycleChange({ status }: Build, builder: ObservedBuilder): readonly Change[] {
  const [old = '', now = ''] = [status?.lifecycleVersion, builder.status?.lifecycle?.version];
  // A Build without a version would cause Builds without end: its account cannot read the image, or the labels are too large.
  return old === '' || now === '' || old === now ? [] : [{ reason: 'LIFECYCLE', old, new: now }];
}

/**
 * Returns the change of the builder image since a failed Build, which reports no buildpacks and no stack. The reason is never
 * STACK: a Build with that reason alone is a rebase of the last successful image, without the source that failed.
 */
function changeSinceFailure({ spec }: Build, builder: ObservedBuilder): readonly Change[] {
  const [old, now] = [spec.builder.image, builder.status?.latestImage];
  return old === undefined || now === undefined || old === now ? [] : [{ reason: 'BUILDPACK', old, new: now }];
}

function invalidRunImageOf({ last, builder }: BuildInputs): BuildChanges['invalidRunImage'] {
  if (last === undefined || outcomeOf(last) !== 'True') return undefined;
  const runImages = [
    { of: 'builder', reference: builder.status?.stack?.runImage ?? '' },
    { of: 'build', reference: last.status?.stack?.runImage ?? '' },
  ] as const;
  return runImages.find(({ reference }) => identifierOf(reference) === undefined);
}

/** Returns the digest of a reference, or else its tag (go-containerregistry, Reference.Identifier). */
function identifierOf(image: string): string | undefined {
  const reference = parseImageReference(image);
  return reference && (reference.digest ?? reference.tag ?? 'latest');
}
