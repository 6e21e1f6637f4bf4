import { maskUrlLogins } from '../../core/model/mask-url-logins.ts';
import type { BuilderUse, BuildView } from '../views/build-view.ts';
import type { SourceView } from '../views/source-view.ts';
import type { Segment } from '../views/waterfall.ts';

/** Attributes of a span. Names without the prefix `taskpack.` are those of OpenTelemetry's semantic conventions. */
export type Attributes = Readonly<Record<string, string | number>>;

/** The result of a pipeline or task in OpenTelemetry's conventions. */
type Result = 'success' | 'failure' | 'error' | 'timeout' | 'cancellation';

/** Returns the attributes of the span of a whole Build. An Image is a pipeline, and its Builds are runs of the pipeline. */
export function buildAttributes(view: BuildView, uid: string): Attributes {
  const { name, namespace, image, number, state, workload, cause, builder, source, builtImage } = view;
  const result = pipelineResult(view);
  return {
    'cicd.pipeline.action.name': 'BUILD',
    'cicd.pipeline.name': image ?? name,
    'cicd.pipeline.run.id': uid,
    ...(result !== undefined && { 'cicd.pipeline.result': result }),
    ...(state.kind === 'failed' && { 'error.type': state.failure.reason ?? '_OTHER' }),
    ...(state.kind === 'failed' &&
      state.failure.phase !== undefined && { 'taskpack.build.failed_phase': state.failure.phase }),
    ...(namespace !== undefined && { 'k8s.namespace.name': namespace }),
    ...(workload.pod !== undefined && { 'k8s.pod.name': workload.pod }),
    'taskpack.build.name': name,
    ...(number !== undefined && { 'taskpack.build.number': number }),
    ...(cause.kind === 'image' && { 'taskpack.build.cause': cause.reasons.join(',') }),
    ...(workload.backend !== undefined && { 'taskpack.build.backend': workload.backend }),
    ...(workload.taskRun !== undefined && { 'taskpack.task_run.name': workload.taskRun }),
    ...builderAttributes(builder),
    ...sourceAttributes(source),
    ...imageAttributes(builtImage),
  };
}

/** Returns the attributes of the span of a segment. A phase is a task of the pipeline. */
export function segmentAttributes(segment: Segment, view: BuildView): Attributes {
  if (segment.kind !== 'phase') return { 'taskpack.segment': segment.kind };
  const { phase: name, state } = segment;
  const result = state === 'succeeded' ? 'success' : pipelineResult(view);
  const phase = view.phases.find((one) => one.name === name);
  return {
    'taskpack.segment': 'phase',
    'cicd.pipeline.task.name': name,
    ...(result !== undefined && { 'cicd.pipeline.task.run.result': result }),
    ...(phase !== undefined && 'exitCode' in phase && { 'process.exit.code': phase.exitCode }),
  };
}

/** `error` is a failure that the operator of the cluster can fix, as in OpenTelemetry's conventions. */
function pipelineResult({ state }: BuildView): Result | undefined {
  switch (state.kind) {
    case 'succeeded':
      return 'success';
    case 'cancelled':
      return 'cancellation';
    case 'failed':
      if (state.failure.reason === 'TimedOut') return 'timeout';
      return state.failure.actor === 'platform' ? 'error' : 'failure';
    case 'waiting':
    case 'queued':
    case 'running':
      return undefined;
  }
}

function builderAttributes({ resource, image }: BuilderUse): Attributes {
  if (resource !== undefined) return { 'taskpack.build.builder': `${resource.kind}/${resource.name}` };
  return image === undefined ? {} : { 'taskpack.build.builder': image };
}

/** The URL of a blob is left out, because its query can be a signature. */
function sourceAttributes(source: SourceView): Attributes {
  switch (source.kind) {
    case 'git':
      return {
        'vcs.repository.url.full': source.url,
        ...(source.commit !== undefined && { 'vcs.ref.head.revision': source.commit }),
      };
    case 'registry':
      return { 'taskpack.source.image': source.image };
    case 'blob':
    case 'unknown':
      return {};
  }
}

function imageAttributes(builtImage = ''): Attributes {
  const [name = '', digest] = builtImage.split('@');
  return digest === undefined ? {} : { 'container.image.name': name, 'oci.manifest.digest': digest };
}

/** Masks the user and password of URLs in all attributes. */
export function withoutLogins(attributes: Attributes): Attributes {
  const masked = Object.entries(attributes).map(
    ([key, value]) => [key, typeof value === 'string' ? maskUrlLogins(value) : value] as const,
  );
  return Object.fromEntries(masked);
}
