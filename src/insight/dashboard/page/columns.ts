import { h, type ComponentChild } from 'preact';
import { elapsedMs, humanDuration } from '../../views/duration.ts';
import type { AnyState } from '../../views/state-texts.ts';
import type { Row, RowKind } from '../row.ts';
import type { ListName } from './route.ts';
import { StateBadge } from './state-badge.ts';

/** A column of a list. */
export interface RowColumn {
  readonly head: string;
  /** The name of the grid area, which the style sheet places. */
  readonly area: string;
  readonly cell: (row: Row, nowMs: number) => ComponentChild;
}

/** The objects and columns of a list. */
export interface ListShape {
  readonly title: string;
  readonly kinds: readonly RowKind[];
  /** The states that the list offers as a filter. */
  readonly states: readonly AnyState['kind'][];
  readonly columns: readonly RowColumn[];
}

const STATE: RowColumn = { head: 'State', area: 'state', cell: ({ state }) => h(StateBadge, { state }) };
const REASON: RowColumn = { head: 'Reason', area: 'reason', cell: ({ reason }) => reason };
const AGE: RowColumn = { head: 'Age', area: 'age', cell: ({ createdAt }, nowMs) => timeText(createdAt, nowMs) };
const CAUSE: RowColumn = { head: 'Cause', area: 'cause', cell: ({ build }) => build?.causes.join(', ') };
const TOOK: RowColumn = {
  head: 'Took',
  area: 'took',
  cell: ({ build }, nowMs) => build && timeText(build.startedAt, nowMs, build.durationMs),
};
const NUMBER: RowColumn = { head: 'Build', area: 'build', cell: ({ build }) => build?.number };

function text(head: string, area: string, cell: (row: Row) => string | number | undefined): RowColumn {
  return { head, area, cell };
}

/** Returns a time that has passed, or that something took. */
function timeText(from: string | undefined, nowMs: number, tookMs = elapsedMs(from, nowMs)): string | undefined {
  return tookMs === undefined ? undefined : humanDuration(tookMs);
}

/** The lists of the page. */
export const SHAPES: Readonly<Record<ListName, ListShape>> = {
  images: {
    title: 'Images',
    kinds: ['Image'],
    states: ['ready', 'building', 'queued', 'failed', 'not-ready', 'waiting'],
    columns: [STATE, REASON, NUMBER, CAUSE, TOOK, AGE],
  },
  builds: {
    title: 'Builds',
    kinds: ['Build'],
    states: ['running', 'waiting', 'queued', 'succeeded', 'failed', 'cancelled'],
    columns: [STATE, REASON, CAUSE, text('Image', 'image', ({ image }) => image), TOOK, AGE],
  },
  queue: {
    title: 'Queue',
    kinds: ['Build', 'Image'],
    states: ['running', 'waiting', 'queued'],
    columns: [STATE, REASON, text('Message', 'message', ({ message }) => message), AGE],
  },
  builders: {
    title: 'Builders',
    kinds: ['Builder', 'ClusterBuilder'],
    states: ['ready', 'outdated', 'not-ready', 'waiting'],
    columns: [
      STATE,
      REASON,
      text('Stack', 'stack', ({ stack }) => stack),
      text('Lifecycle', 'lifecycle', ({ lifecycle }) => lifecycle),
      text('Buildpacks', 'buildpacks', ({ buildpacks }) => buildpacks),
      AGE,
    ],
  },
};
