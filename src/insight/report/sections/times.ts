import { humanDuration } from '../../views/duration.ts';
import type { ReportView } from '../../views/report-view.ts';
import { segmentText, type Segment } from '../../views/waterfall.ts';
import { element, type Markup } from '../markup.ts';
import { bar, BAR_WIDTH, table, type Section } from './section.ts';

/** Returns how long each phase and each wait took, as a table with bars. */
export function timesSection({ build: { waterfall } }: Pick<ReportView, 'build'>): Section | undefined {
  const [first] = waterfall;
  if (first === undefined) return undefined;
  const startMs = Date.parse(first.startedAt);
  const totalMs = Math.max(1, ...waterfall.map((each) => Date.parse(each.startedAt) - startMs + each.durationMs));
  const rows = waterfall.map((segment) => row(segment, startMs, totalMs));
  const columns = [
    { head: 'Phase or wait' },
    { head: 'Time', style: 'number' },
    { head: 'Result', style: 'word' },
    { head: `From 0s to ${humanDuration(totalMs)}`, style: 'bar' },
  ] as const;
  return { id: 'times', title: 'Times', content: table(columns, rows) };
}

function row(segment: Segment, startMs: number, totalMs: number): readonly Markup[] {
  const scale = BAR_WIDTH / totalMs;
  const from = (Date.parse(segment.startedAt) - startMs) * scale;
  const text = segmentText(segment);
  return [
    segment.kind === 'phase' ? text : element('span', { class: 'muted' }, text),
    humanDuration(segment.durationMs),
    resultText(segment),
    bar(from, segment.durationMs * scale, styleOf(segment)),
  ];
}

function resultText(segment: Segment): string {
  if (segment.finishedAt === undefined) return 'so far';
  return segment.kind === 'phase' ? segment.state.replace('-', ' ') : '';
}

function styleOf(segment: Segment): string {
  switch (segment.kind) {
    case 'phase':
      return segment.state === 'failed' ? 'failed' : segment.state === 'not-started' ? 'wait' : 'phase';
    case 'hand-off':
    case 'first-phase':
    case 'finishing':
      return 'hand-off';
    case 'starting':
    case 'not-started':
    case 'creating-pod':
    case 'scheduling':
    case 'pulling':
    case 'sidecars':
      return 'wait';
  }
}
