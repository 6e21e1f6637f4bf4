import type { BuildSummary } from '../../views/build-view.ts';
import { humanDuration } from '../../views/duration.ts';
import { stateTone, stateWord, type Tone } from '../../views/state-texts.ts';

/** A Build as a bar of the chart. */
export interface HistoryBar {
  readonly name: string;
  readonly tone: Tone;
  /** The share of the longest duration, from 0 to 1. */
  readonly share: number;
  /** The first reason, and the number of the others, such as `COMMIT +1`. */
  readonly causes: string;
  /** The text that a pointer over the bar shows. */
  readonly text: string;
}

/** The history of an Image as a chart. */
export interface History {
  /** Oldest first. */
  readonly bars: readonly HistoryBar[];
  readonly longestMs: number;
  /** The content of the chart in words. */
  readonly summary: string;
}

/** More bars than this are too thin. */
const MAX_BARS = 60;

/** Returns the history of the newest Builds. */
export function historyBars(newestFirst: readonly BuildSummary[]): History {
  const builds = newestFirst.slice(0, MAX_BARS).toReversed();
  const longestMs = Math.max(1, ...builds.map(({ durationMs = 0 }) => durationMs));
  const bars = builds.map((build) => barOf(build, longestMs));
  return { bars, longestMs, summary: summaryOf(builds) };
}

function barOf({ name, number, state, durationMs = 0, cause }: BuildSummary, longestMs: number): HistoryBar {
  const reasons = cause.kind === 'image' ? cause.reasons : [];
  return {
    name,
    tone: stateTone(state),
    share: durationMs / longestMs,
    causes: `${reasons[0] ?? ''}${reasons.length > 1 ? ` +${reasons.length - 1}` : ''}`,
    text: `Build ${number ?? name}: ${[stateWord(state), humanDuration(durationMs), ...reasons].join(', ')}`,
  };
}

function summaryOf(builds: readonly BuildSummary[]): string {
  const counts = new Map<string, number>();
  for (const { state } of builds) {
    const word = stateWord(state).toLowerCase();
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const parts = [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
  // The duration of a running Build is not final.
  const ended = builds.filter(({ state }) => state.kind === 'succeeded' || state.kind === 'failed');
  const longestMs = Math.max(...ended.map(({ durationMs = 0 }) => durationMs));
  const longest = ended.length === 0 ? '' : ` The longest took ${humanDuration(longestMs)}.`;
  return `${builds.length === 1 ? '1 Build' : `${builds.length} Builds`}: ${parts}.${longest}`;
}
