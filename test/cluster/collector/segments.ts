import type { BuildView } from '../../../src/insight/views/build-view.ts';
import type { CollectedSpan } from './spans.ts';

/** A phase or a wait of a Build, with its start and its end. */
export type TimedSegment = readonly [name: string, startedAt: string, finishedAt: string | undefined];

/** Returns the segments in the spans of a Build, without the span of the whole Build. */
export function segmentsOf(spans: readonly CollectedSpan[]): readonly TimedSegment[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId !== '')
    .map(({ name, startedAt, finishedAt }) => [name, startedAt, finishedAt]);
}

/** Returns the segments that `taskpack status` shows. */
export function shownSegments({ waterfall }: Pick<BuildView, 'waterfall'>): readonly TimedSegment[] {
  return waterfall.map((segment) => [
    segment.kind === 'phase' ? segment.phase : segment.kind,
    segment.startedAt,
    segment.finishedAt,
  ]);
}
