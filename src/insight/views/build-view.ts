import {
  BUILD_NUMBER_LABEL,
  BUILDER_KIND_ANNOTATION,
  BUILDER_NAME_ANNOTATION,
  IMAGE_LABEL,
} from '../../core/model/image-metadata.ts';
import { defined } from '../../core/model/defined.ts';
import { EXEC_ENV_ANNOTATION } from '../../core/model/exec-env.ts';
import type { Build, BuildpackMetadata, BuildStatus } from '../../core/model/objects/build.ts';
import type { Pod } from '../../core/model/objects/pod.ts';
import type { PhaseView } from './build-phases.ts';
import { buildProgress, isEnded, type BuildState } from './build-state.ts';
import { causeView, type CauseView } from './cause-view.ts';
import { elapsedMs } from './duration.ts';
import {
  annotationOf,
  labelOf,
  objectView,
  referenceText,
  VIEW_VERSION,
  type ObjectReference,
  type ObjectView,
} from './object-view.ts';
import { sourceView, type SourceView } from './source-view.ts';
import { waitView, type WaitView } from './wait-view.ts';
import { waterfall, type Segment } from './waterfall.ts';

/** A Build in a list. */
export interface BuildSummary extends ObjectView {
  /** The name of the Image that created the Build, and the number of the Build. */
  readonly image?: string;
  readonly number?: number;
  readonly state: BuildState;
  /** The time from the creation to the end, or up to now. */
  readonly durationMs?: number;
  readonly cause: CauseView;
  readonly source: SourceView;
  /** The image by digest. Absent until the Build succeeds. */
  readonly builtImage?: string;
}

/** Everything that a Build reports about itself: the output of `taskpack status build/NAME -o json`. */
export interface BuildView extends BuildSummary {
  readonly apiVersion: 'taskpack.dev/v1alpha1';
  readonly kind: 'BuildView';
  /** The wait before the first phase. Absent unless the state is `waiting` or `queued`. */
  readonly wait?: WaitView;
  readonly workload: WorkloadView;
  readonly builder: BuilderUse;
  readonly tags: readonly string[];
  readonly phases: readonly PhaseView[];
  readonly waterfall: readonly Segment[];
  /** The buildpacks that ran. Absent until the Build succeeds. */
  readonly buildpacks?: readonly BuildpackView[];
  readonly runImage?: string;
  readonly lifecycleVersion?: string;
  readonly cacheImage?: string;
  /** The execution environment that the Build names. Absent: `production`. */
  readonly execEnv?: string;
}

/** The objects that run a Build. */
export interface WorkloadView {
  /** Absent for a Build that kpack ran, and until taskpack has chosen a backend. */
  readonly backend?: string;
  readonly taskRun?: string;
  readonly pod?: string;
}

/** The builder of a Build. */
export interface BuilderUse {
  /** The Builder or ClusterBuilder. Absent if the Build names an image itself. */
  readonly resource?: ObjectReference;
  readonly image?: string;
  /** `Trusted` if the lifecycle of the builder has the registry credentials of the Build. */
  readonly trust?: string;
}

/** A buildpack by id and version. */
export interface BuildpackView {
  readonly id: string;
  readonly version?: string;
  readonly homepage?: string;
}

/** A Build, and what is known about its workload. */
export interface BuildInput {
  readonly build: Build;
  /** The Pod that runs the Build. It divides the time before the first phase. */
  readonly pod?: Pod;
  readonly nowMs: number;
}

/** Returns the view of a Build in a list. */
export function buildSummary({ build, pod, nowMs }: BuildInput): BuildSummary {
  return summaryOf(build, buildProgress(build, pod, nowMs).state, nowMs);
}

/** Returns the view of a Build. Works with the Builds of kpack's controller, whose statuses have fewer fields. */
export function buildView({ build, pod, nowMs }: BuildInput): BuildView {
  const { state, phases } = buildProgress(build, pod, nowMs);
  const summary = summaryOf(build, state, nowMs);
  const finishedAt = isEnded(state) ? state.since : undefined;
  const { backend, taskRunName: taskRun, podName, builderTrust: trust } = build.status;
  return {
    apiVersion: VIEW_VERSION,
    kind: 'BuildView',
    ...summary,
    ...((state.kind === 'waiting' || state.kind === 'queued') && { wait: waitView(build, pod) }),
    workload: defined({ backend, taskRun, pod: podName }),
    builder: defined({ resource: builderResource(build), image: build.spec.builder.image, trust }),
    tags: build.spec.tags,
    phases,
    waterfall: waterfall({
      build,
      phases,
      nowMs,
      ...defined({ finishedAt, pod }),
      ...('failure' in state && { failure: state.failure }),
    }),
    ...resultOf(build.status),
    ...defined({ execEnv: annotationOf(build, EXEC_ENV_ANNOTATION) }),
  };
}

/** Returns the number of a Build among the Builds of its Image. */
export function buildNumber(build: Build): number | undefined {
  const label = labelOf(build, BUILD_NUMBER_LABEL) ?? '';
  return /^\d{1,15}$/.test(label) ? Number(label) : undefined;
}

function summaryOf(build: Build, state: BuildState, nowMs: number): BuildSummary {
  const view = objectView(build);
  const image = labelOf(build, IMAGE_LABEL);
  const number = buildNumber(build);
  const durationMs = elapsedMs(view.createdAt, isEnded(state) ? state.since : nowMs);
  return {
    ...view,
    ...defined({ image, number }),
    state,
    ...defined({ durationMs }),
    cause: causeView(build),
    source: sourceView(build.spec.source),
    ...defined({ builtImage: build.status.latestImage }),
  };
}

/** An Image writes its builder into annotations. The annotation with the kind can be empty. */
function builderResource(build: Build): ObjectReference | undefined {
  const { ref } = build.spec.builder;
  const name = ref.name ?? annotationOf(build, BUILDER_NAME_ANNOTATION);
  const kind = ref.kind ?? annotationOf(build, BUILDER_KIND_ANNOTATION) ?? 'Builder';
  return name === undefined ? undefined : { kind, name, ...defined({ namespace: ref.namespace }) };
}

function resultOf(status: BuildStatus): Pick<BuildView, 'buildpacks' | 'runImage' | 'lifecycleVersion' | 'cacheImage'> {
  const buildpacks = buildpackViews(status.buildMetadata);
  const { lifecycleVersion, latestCacheImage: cacheImage } = status;
  return {
    ...(buildpacks.length > 0 && { buildpacks }),
    ...defined({ runImage: status.stack.runImage, lifecycleVersion, cacheImage }),
  };
}

/** Returns the buildpacks of a status. */
export function buildpackViews(metadata: readonly BuildpackMetadata[]): readonly BuildpackView[] {
  return metadata.map(({ id = '', version, homepage }) => ({ id, ...defined({ version, homepage }) }));
}

/** Returns the Image of a Build and the number of the Build, such as `shop, Build 10`; `undefined` without an Image. */
export function imageText({ image, number }: Pick<BuildSummary, 'image' | 'number'>): string | undefined {
  return image === undefined ? undefined : `${image}${number === undefined ? '' : `, Build ${number}`}`;
}

/** Returns the builder of a Build as lines: the resource, and the image. */
export function builderLines({ resource, image, trust }: BuilderUse): readonly (string | undefined)[] {
  const isUntrusted = trust === 'Untrusted' ? ' (not trusted with registry credentials)' : '';
  return [resource && `${referenceText(resource)}${isUntrusted}`, image];
}
