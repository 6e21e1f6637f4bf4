import { humanDuration } from '../../views/duration.ts';
import type { ReportView } from '../../views/report-view.ts';
import { segmentText, type Segment } from '../../views/waterfall.ts';
import { markup, type Html } from '../markup.ts';
import { bar, BAR_WIDTH, type Section } from './section.ts';

/** Returns how long each phase and each wait took, as a table with bars. */
export function timesSection({ build: { waterfall } }: ReportView): Section | undefined {
  const [first] = waterfall;
  if (first === undefined) return undefined;
  const startMs = Date.parse(first.startedAt);
  const totalMs = Math.max(1, ...waterfall.map((each) => Date.parse(each.startedAt) - startMs + each.durationMs));
  const rows = waterfall.map((segment) => row(segment, startMs, totalMs));
  const content = markup`<table>
    <thead>
      <tr>
        <th scope="col">Phase or wait</th>
        <th scope="col" class="number">Time</th>
        <th scope="col">Result</th>
        <th scope="col" class="bar">From 0s to ${humanDuration(totalMs)}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
  return { id: 'times', title: 'Times', content };
}

function row(segment: Segment, startMs: number, totalMs: number): Html {
  const scale = BAR_WIDTH / totalMs;
  const from = (Date.parse(segment.startedAt) - startMs) * scale;
  const text = segmentText(segment);
  const name = segment.kind === 'phase' ? markup`${text}` : markup`<span class="muted">${text}</span>`;
  return markup`<tr>
    <th scope="row">${name}</th>
    <td class="number">${humanDuration(segment.durationMs)}</td>
    <td>${resultText(segment)}</td>
    <td class="bar">${bar(from, segment.durationMs * scale, styleOf(segment))}</td>
  </tr>`;
}

function resultText(segment: Segment): string {
  if (segment.finishedAt === undefined) return 'so far';
  return segment.kind === 'phase' ? segment.state : '';
}

function styleOf(segment: Segment): string {
  switch (segment.kind) {
    case 'phase':
      return segment.state === 'failed' ? 'failed' : 'phase';
    case 'hand-off':
    case 'finishing':
      return 'hand-off';
    case 'starting':
    case 'queued':
    case 'scheduling':
    case 'pulling':
    case 'sidecars':
      return 'wait';
  }
}
