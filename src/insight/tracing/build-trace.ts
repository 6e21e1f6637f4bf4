import { defined } from '../../core/model/defined.ts';
import { maskUrlLogins } from '../../core/model/mask-url-logins.ts';
import { isEnded } from '../views/build-state.ts';
import { buildView, type BuildInput, type BuildView } from '../views/build-view.ts';
import type { Segment } from '../views/waterfall.ts';
import { buildAttributes, segmentAttributes, withoutLogins, type Attributes } from './attributes.ts';
import { ROOT_PATH, spanIdOf, traceIdOf } from './trace-ids.ts';

/** A span of a trace. */
export interface TraceSpan {
  /** 16 hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly attributes: Attributes;
  /** Why the work of the span failed. */
  readonly error?: string;
}

/** The trace of a finished Build. */
export interface BuildTrace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The whole Build, the parent of the other spans. */
  readonly build: TraceSpan;
  /** The segments of the waterfall, in order. */
  readonly segments: readonly TraceSpan[];
}

/**
 * Returns the trace of a Build, with the times of its waterfall. Returns `undefined` for an unfinished Build, and for one without
 * a UID or times.
 */
export function buildTrace(input: BuildInput): BuildTrace | undefined {
  const { build, pod } = input;
  const { uid = '' } = build.metadata;
  const traceId = traceIdOf(uid);
  const view = buildView(input);
  const { createdAt, state } = view;
  if (traceId === undefined || createdAt === undefined || !isEnded(state) || state.since === undefined)
    return undefined;
  const error = errorOf(view);
  return {
    traceId,
    build: {
      id: spanIdOf(traceId, ROOT_PATH),
      name: view.image === undefined ? 'BUILD' : `BUILD ${view.image}`,
      startedAt: createdAt,
      // The clocks of the API server and of the controller differ.
      finishedAt: state.since > createdAt ? state.since : createdAt,
      attributes: withoutLogins({ ...buildAttributes(view, uid), ...defined({ 'k8s.node.name': pod?.spec.nodeName }) }),
      ...(error !== undefined && { error }),
    },
    segments: view.waterfall.flatMap((segment, index) => segmentSpan(segment, `${index}`, traceId, view) ?? []),
  };
}

function segmentSpan(segment: Segment, path: string, traceId: string, view: BuildView): TraceSpan | undefined {
  const { kind, startedAt, finishedAt } = segment;
  if (finishedAt === undefined) return undefined;
  const hasFailed = kind === 'phase' && segment.state !== 'succeeded';
  const error = hasFailed ? errorOf(view) : undefined;
  return {
    id: spanIdOf(traceId, path),
    name: kind === 'phase' ? segment.phase : kind,
    startedAt,
    finishedAt,
    attributes: withoutLogins(segmentAttributes(segment, view)),
    ...(error !== undefined && { error }),
  };
}

/** A cancelled Build is not an error. */
function errorOf({ state }: BuildView): string | undefined {
  return state.kind === 'failed' ? maskUrlLogins(state.failure.summary) : undefined;
}
