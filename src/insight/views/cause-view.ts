import type { BuildReason } from '../../core/images/build-changes.ts';
import { defined } from '../../core/model/defined.ts';
import { BUILD_NUMBER_LABEL, CHANGES_ANNOTATION, REASON_ANNOTATION } from '../../core/model/image-metadata.ts';
import { isJsonObject, parseBoundedJson, type Json, type JsonObject } from '../../core/model/json.ts';
import { maskJsonLogins } from '../../core/model/mask-url-logins.ts';
import { buildpackMetadata, type Build, type BuildpackMetadata } from '../../core/model/objects/build.ts';
import { json, list, text } from '../../core/model/objects/reader.ts';
import { configDifference, type FieldDifference } from './config-difference.ts';
import { annotationOf, labelOf } from './object-view.ts';
import { shortDigest, shortRevision } from './source-view.ts';

/** Why a Build was created. */
export type CauseView =
  /** A person or a program created the Build itself. */
  | { readonly kind: 'direct' }
  /** An Image created the Build. */
  | {
      readonly kind: 'image';
      /** kpack's reasons, such as `COMMIT`, in the order in which the Image lists them. */
      readonly reasons: readonly string[];
      readonly changes: readonly ChangeView[];
    };

/** A change that caused a Build. */
export type ChangeView = {
  /** The change as a sentence without its full stop. */
  readonly sentence: string;
} & (
  | { readonly kind: 'first-build' }
  | { readonly kind: 'trigger' }
  | { readonly kind: 'commit'; readonly old: string; readonly new: string }
  | { readonly kind: 'config'; readonly fields: readonly FieldDifference[] }
  | { readonly kind: 'buildpacks'; readonly buildpacks: readonly BuildpackChange[] }
  | { readonly kind: 'builder-image'; readonly old: string; readonly new: string }
  | { readonly kind: 'run-image'; readonly old: string; readonly new: string }
  | { readonly kind: 'lifecycle'; readonly old: string; readonly new: string }
  /** A reason without a description, such as a reason of another program. */
  | { readonly kind: 'other'; readonly reason: string }
);

/** A buildpack of the previous Build that the builder no longer has. */
export interface BuildpackChange {
  readonly id: string;
  readonly old?: string;
  /** The version that this Build used. Absent until the Build has succeeded, and if it used no such buildpack. */
  readonly new?: string;
}

/** Annotations of an object have at most 256 KiB. */
const BOUNDS = { bytes: 262_144, entries: 20_000 };

/** Returns why a Build was created, from the annotations that its Image wrote. */
export function causeView(build: Build): CauseView {
  const written = annotationOf(build, REASON_ANNOTATION);
  if (written === undefined) return { kind: 'direct' };
  const reasons = written.split(',').filter((reason) => reason !== '');
  // kpack's changes can hold the password of a URL.
  const described = describedChanges(maskJsonLogins(annotationOf(build, CHANGES_ANNOTATION) ?? ''));
  const used = build.status.buildMetadata;
  const number = Number(labelOf(build, BUILD_NUMBER_LABEL));
  return {
    kind: 'image',
    reasons,
    changes: reasons.map((reason) => changeView(reason, described.get(reason), { used, number })),
  };
}

/** Returns the changes by their reason. */
function describedChanges(written: string): ReadonlyMap<string, JsonObject> {
  const read = parseBoundedJson(written, BOUNDS);
  const changes = read.kind === 'value' && Array.isArray(read.value) ? read.value.filter(isJsonObject) : [];
  return new Map(changes.map((change) => [text(change['reason']) ?? '', change]));
}

/** The buildpacks that a Build used, and its number; `NaN` without a valid number. */
interface BuildFacts {
  readonly used: readonly BuildpackMetadata[];
  readonly number: number;
}

function changeView(reason: string, change: JsonObject | undefined, { used, number }: BuildFacts): ChangeView {
  // The Images of kpack before 0.5 write no changes.
  if (!isBuildReason(reason) || change === undefined)
    return { kind: 'other', reason, sentence: isBuildReason(reason) ? REASONS[reason] : `The reason is ${reason}` };
  const { old, new: now } = change;
  switch (reason) {
    case 'TRIGGER':
      return { kind: 'trigger', sentence: (text(now) ?? REASONS.TRIGGER).replace(/\.$/, '') };
    case 'COMMIT':
      return commitChange(textOf(old), textOf(now));
    case 'CONFIG':
      return configChange(old, now, number);
    case 'BUILDPACK':
      return buildpackChange(old, now, used);
    case 'STACK':
      return textChange('run-image', textOf(old), textOf(now));
    case 'LIFECYCLE':
      return textChange('lifecycle', textOf(old), textOf(now));
  }
}

const REASONS: Readonly<Record<BuildReason, string>> = {
  TRIGGER: 'A user triggered a Build',
  COMMIT: 'The source has another commit',
  CONFIG: 'The configuration of the Image changed',
  BUILDPACK: 'The buildpacks of the builder changed',
  STACK: 'The run image of the builder changed',
  LIFECYCLE: 'The lifecycle of the builder changed',
};

function isBuildReason(reason: string): reason is BuildReason {
  return Object.hasOwn(REASONS, reason);
}

function commitChange(old: string, now: string): ChangeView {
  const sentence = `The source has another commit: ${shortRevision(old)} → ${shortRevision(now)}`;
  return { kind: 'commit', old, new: now, sentence };
}

function configChange(old: Json | undefined, now: Json | undefined, number: number): ChangeView {
  // Every Build has a source, so a configuration without one means that the controller found no earlier Build.
  if (!isJsonObject(old) || Object.keys(json(old['source'])).length === 0) {
    const isLater = number > 1;
    const sentence = isLater ? 'The earlier Builds of the Image were deleted' : 'This is the first Build of the Image';
    return { kind: 'first-build', sentence };
  }
  const fields = configDifference(withoutRevision(old), isJsonObject(now) ? withoutRevision(now) : now);
  const named = fields.slice(0, MAX_NAMED).map(({ path }) => path);
  const more = fields.length - named.length;
  const sentence = `${REASONS.CONFIG}: ${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
  return { kind: 'config', fields, sentence };
}

/** Another revision is a change of its own, COMMIT. */
function withoutRevision(config: JsonObject): JsonObject {
  const source = json(config['source']);
  const { git } = source;
  if (!isJsonObject(git)) return config;
  const { revision: _, ...compared } = git;
  return { ...config, source: { ...source, git: compared } };
}

/** A sentence names at most this number of fields. */
const MAX_NAMED = 4;

function buildpackChange(old: Json | undefined, now: Json | undefined, used: readonly BuildpackMetadata[]): ChangeView {
  if (typeof old === 'string') return textChange('builder-image', old, textOf(now));
  const buildpacks = list(buildpackMetadata)(old).map((gone) => oneBuildpack(gone, used));
  const texts = buildpacks.map(
    ({ id, old: from, new: to }) =>
      `${id}${from === undefined ? '' : ` ${from}`}${to === undefined ? '' : ` (now ${to})`}`,
  );
  return { kind: 'buildpacks', buildpacks, sentence: `The builder no longer has ${texts.join(', ')}` };
}

function oneBuildpack(
  { id = '', version: old }: BuildpackMetadata,
  used: readonly BuildpackMetadata[],
): BuildpackChange {
  return { id, ...defined({ old, new: used.find((buildpack) => buildpack.id === id)?.version }) };
}

const NAMES = { 'builder-image': 'image', 'run-image': 'run image', lifecycle: 'lifecycle' } as const;

function textChange(kind: keyof typeof NAMES, old: string, now: string): ChangeView {
  const sentence = `The builder has another ${NAMES[kind]}: ${shortDigest(old) || 'none'} → ${shortDigest(now) || 'none'}`;
  return { kind, old, new: now, sentence };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Returns why a Build ran: a sentence for each change, and the fields of the configuration that changed. */
export function causeLines(cause: CauseView): readonly string[] {
  switch (cause.kind) {
    case 'direct':
      return ['A user or a program created the Build, not an Image'];
    case 'image':
      return cause.changes.flatMap((change) => [
        change.sentence,
        ...(change.kind === 'config'
          ? change.fields.map(({ path, old, new: now }) => `- ${path}: ${valueText(old)} → ${valueText(now)}`)
          : []),
      ]);
  }
}

/** The longest value of a field that is shown. `-o json` has the whole value. */
const MAX_VALUE = 100;

function valueText(value: FieldDifference['old']): string {
  if (value === undefined) return 'none';
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return shown.length > MAX_VALUE ? `${shown.slice(0, MAX_VALUE)}…` : shown;
}
