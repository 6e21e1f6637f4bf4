import { buildSummary, type BuildSummary } from './build-view.ts';
import { buildsOfImage } from './builds-of-image.ts';
import { isEnded } from './build-state.ts';
import { defined } from '../../core/model/defined.ts';
import type { Build } from '../../core/model/objects/build.ts';
import type { Image, SourceResolver } from '../../core/model/objects/image.ts';
import { conditionOf, conditionsOf, isObserved, type ConditionView } from './conditions.ts';
import { objectView, VIEW_VERSION, type Details, type ObjectReference, type ObjectView } from './object-view.ts';
import { resolvedSourceView, sourceView, type SourceView } from './source-view.ts';

/** The state of an Image, and since when (RFC 3339). */
export type ImageState = { readonly since?: string } & (
  | ({ readonly kind: 'ready' } & Details)
  /** A Build runs. */
  | ({ readonly kind: 'building' } & Details)
  /** The next Build waits until other Builds have ended. */
  | ({ readonly kind: 'queued' } & Details)
  /** The last Build failed. */
  | ({ readonly kind: 'failed' } & Details)
  /** The Image cannot be built: its builder is missing or not ready, or the API server refuses the Build. */
  | ({ readonly kind: 'not-ready' } & Details)
  /** The controller has not observed the Image, or waits for the source. */
  | ({ readonly kind: 'waiting' } & Details)
);

/** Everything that an Image reports about itself: the output of `taskpack status image/NAME -o json`. */
export interface ImageView extends ObjectView {
  readonly apiVersion: 'taskpack.dev/v1alpha1';
  readonly kind: 'ImageView';
  readonly tag: string;
  readonly additionalTags: readonly string[];
  readonly builder: ObjectReference;
  readonly serviceAccount: string;
  readonly source: SourceView;
  /** The source as the SourceResolver has resolved it, if it is known. */
  readonly resolvedSource?: SourceView;
  readonly state: ImageState;
  /** The last image by digest. Absent until a Build succeeds. */
  readonly latestImage?: string;
  /** The conditions other than Ready that need attention, such as a builder that is not up to date. */
  readonly warnings: readonly ConditionView[];
  /** The unfinished Builds that the next Build waits for, as far as they are known. Only a queued Image has them. */
  readonly queuedBehind?: readonly BuildSummary[];
  /** The Builds, newest first. */
  readonly builds: readonly BuildSummary[];
}

/** An Image, and the objects that belong to it. */
export interface ImageInput {
  readonly image: Image;
  /** Builds of the namespace. Builds of other Images are ignored, except for those that run while the Image is queued. */
  readonly builds: readonly Build[];
  readonly resolver?: SourceResolver;
  readonly nowMs: number;
}

/** Returns the view of an Image. */
export function imageView({ image, builds, resolver, nowMs }: ImageInput): ImageView {
  const { spec, status } = image;
  const { builder } = spec;
  const { name = '', namespace, uid } = image.metadata;
  const own = buildsOfImage({ name, namespace, uid }, builds).map((build) => buildSummary({ build, nowMs }));
  const state = imageState(image, own[0]);
  const resolved = resolver && resolvedSourceView(resolver);
  return {
    apiVersion: VIEW_VERSION,
    kind: 'ImageView',
    ...objectView(image),
    tag: spec.tag ?? '',
    additionalTags: spec.additionalTags,
    builder: {
      kind: builder.kind ?? 'Builder',
      name: builder.name ?? '',
      ...defined({ namespace: builder.namespace }),
    },
    serviceAccount: spec.serviceAccountName ?? spec.serviceAccount ?? 'default',
    source: sourceView(spec.source),
    ...defined({ resolvedSource: resolved }),
    state,
    ...defined({ latestImage: status.latestImage }),
    warnings: warningsOf(image, resolver),
    ...(state.kind === 'queued' && { queuedBehind: unfinished(builds, nowMs) }),
    builds: own,
  };
}

function imageState(image: Image, latest: BuildSummary | undefined): ImageState {
  const ready = conditionOf(image, 'Ready');
  if (ready === undefined)
    return {
      kind: 'waiting',
      message: 'No controller has observed the Image yet. Check with "taskpack doctor" that the controller runs.',
    };
  const { status, since, reason, message } = ready;
  const details = defined({ since, reason, message });
  if (!isObserved(image)) {
    return { kind: 'waiting', ...details, message: 'No controller has observed the last change of the Image yet.' };
  }
  switch (status) {
    case 'True':
      return { kind: 'ready', ...details };
    case 'False':
      return { kind: isFailed(reason, latest) ? 'failed' : 'not-ready', ...details };
    case 'Unknown':
      return { kind: unknownKind(reason, latest), ...details };
  }
}

/** Images of kpack before 0.15 have no reasons. */
function isFailed(reason: string | undefined, latest: BuildSummary | undefined): boolean {
  if (reason !== undefined) return reason === 'BuildFailed';
  return latest !== undefined && isEnded(latest.state) && latest.state.kind !== 'succeeded';
}

function unknownKind(reason: string | undefined, latest: BuildSummary | undefined): 'queued' | 'building' | 'waiting' {
  if (reason === 'Queued') return 'queued';
  if (reason !== undefined) return reason === 'BuildRunning' ? 'building' : 'waiting';
  return latest !== undefined && !isEnded(latest.state) ? 'building' : 'waiting';
}

/** The condition Queued repeats Ready. The condition BuilderReady repeats Ready if the builder is the reason. */
function warningsOf(image: Image, resolver: SourceResolver | undefined): readonly ConditionView[] {
  const ready = conditionOf(image, 'Ready');
  const own = conditionsOf(image).filter(
    ({ type, status, message }) =>
      !['Ready', 'Queued'].includes(type) && status === 'False' && message !== ready?.message,
  );
  const ofSource = (resolver === undefined ? [] : conditionsOf(resolver)).flatMap((condition) => {
    const type = SOURCE_WARNINGS[condition.type];
    return type === undefined || condition.status === 'True' ? [] : [{ ...condition, type }];
  });
  return [...own, ...ofSource];
}

/** The conditions of a SourceResolver that need attention unless they are true, and their names among those of the Image. */
const SOURCE_WARNINGS: Readonly<Record<string, string>> = {
  Ready: 'SourceReady',
  UpToDate: 'SourceUpToDate',
  SubPathCompared: 'SubPathCompared',
};

/** A Build that people created by hand and that has no Pod holds no place in the queue. */
function unfinished(builds: readonly Build[], nowMs: number): readonly BuildSummary[] {
  return builds.flatMap((build) => {
    const summary = buildSummary({ build, nowMs });
    const hasPod = build.status.podName !== undefined;
    return isEnded(summary.state) || (summary.image === undefined && !hasPod) ? [] : [summary];
  });
}
