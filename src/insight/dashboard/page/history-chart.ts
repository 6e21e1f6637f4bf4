import { h, type ComponentChild } from 'preact';
import type { BuildSummary } from '../../views/build-view.ts';
import { historyBars, type HistoryBar } from './history-bars.ts';
import { routeText } from './route.ts';

const HEIGHT = 120;
const BAR = 16;
const STEP = 22;
/** A Build without a duration is still a bar. */
const LEAST_HEIGHT = 3;
/** The room for the causes below the bars. */
const CAUSES_HEIGHT = 100;

/**
 * Shows the duration, outcome and cause of each Build of an Image. The table of Builds below says the same, so screen readers skip
 * the drawing.
 */
export function HistoryChart({
  builds,
  namespace,
}: {
  readonly builds: readonly BuildSummary[];
  readonly namespace: string;
}): ComponentChild {
  const { bars, summary } = historyBars(builds);
  const drawn = bars.map((bar, index) => barNode(bar, index, namespace));
  const viewBox = `0 0 ${Math.max(1, bars.length) * STEP} ${HEIGHT + CAUSES_HEIGHT}`;
  return h(
    'figure',
    { class: 'history' },
    h('svg', { viewBox, class: 'chart', 'aria-hidden': 'true', style: { width: `${bars.length * STEP}px` } }, drawn),
    h('figcaption', { class: 'muted' }, summary),
  );
}

function barNode({ name, tone, share, causes, text }: HistoryBar, index: number, namespace: string): ComponentChild {
  const height = Math.max(LEAST_HEIGHT, Math.round(share * HEIGHT));
  const x = index * STEP + (STEP - BAR) / 2;
  return h(
    'a',
    { key: name, href: routeText({ kind: 'build', namespace, name }), tabindex: -1 },
    h('title', {}, text),
    h('rect', { class: `column ${tone}`, x, y: HEIGHT - height, width: BAR, height }),
    h('text', { transform: `translate(${x + BAR / 2 + 4} ${HEIGHT + 6}) rotate(-90)`, 'text-anchor': 'end' }, causes),
  );
}
