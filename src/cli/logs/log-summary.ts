import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { LayerUse } from '../../insight/logs/layer-lines.ts';
import type { LogSelection } from '../../insight/logs/log-target.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { oneLine } from '../../core/model/one-line.ts';
import { boundedNames } from '../../core/model/bounded-messages.ts';
import type { PhaseView } from '../../insight/views/build-phases.ts';
import { buildView, type BuildView } from '../../insight/views/build-view.ts';
import { humanDuration } from '../../insight/views/duration.ts';
import { stateReason, stateWord } from '../../insight/views/state-texts.ts';
import { paintFor, type Paint } from '../objects/paint.ts';
import { field } from '../status/text-layout.ts';
import { formatRows, type TableColumn } from '../table.ts';
import { isTerminal, type Terminal } from '../terminal.ts';
import { buildEnd } from './observed-build.ts';
import { lastTimeText, type PhaseTimes } from './phase-times.ts';

/** A finished Build whose log was printed. */
interface LogSummary {
  readonly view: BuildView;
  readonly lastTimes: PhaseTimes | undefined;
  /** Absent unless the whole log was read. */
  readonly layers: LayerUse | undefined;
}

/** The log that was printed. */
export interface PrintedBuild extends Pick<LogSummary, 'lastTimes' | 'layers'> {
  readonly wanted: LogSelection;
  readonly follow: boolean;
}

/** Prints the end of the log of a finished Build to standard error, for a user who follows the log or reads it on a terminal. */
export function printSummary(
  { wanted, follow, lastTimes, layers }: PrintedBuild,
  build: KubeObject | undefined,
  { errors }: Pick<Terminal, 'errors'>,
): void {
  if (build === undefined || buildEnd(build) === undefined || !(follow || isTerminal(errors))) return;
  if (wanted.kind !== 'phases' && wanted.kind !== 'all') return;
  const view = buildView({ build: asBuild(build), nowMs: 0 });
  // The error message says everything about a Build that never started.
  if (view.phases.length === 0) return;
  errors.write(logSummary({ view, lastTimes, layers }, paintFor(errors)));
}

/** Formats the end of a log, in 80 columns: the phases with their times, the image, and the layers that were not made again. */
function logSummary({ view, lastTimes, layers }: LogSummary, paint: Paint): string {
  const { name, state, durationMs, builtImage, cacheImage } = view;
  const word = paint.state(stateWord(state), state);
  const reason = stateReason(state);
  const took = durationMs === undefined ? '' : ` after ${humanDuration(durationMs)}`;
  return [
    `\n${paint.title(`Build ${name}`)} ${word}${reason === undefined ? '' : ` (${oneLine(reason)})`}${took}\n`,
    phaseTable(view.phases, lastTimes),
    field('Result', [builtImage]),
    ...(layers === undefined || state.kind !== 'succeeded' ? [] : layerFields(layers)),
    field('Cache to', [cacheImage]),
  ].join('');
}

function phaseTable(phases: readonly PhaseView[], lastTimes: PhaseTimes | undefined): string {
  const shown = phases.filter(({ state }) => state !== 'waiting' && state !== 'skipped');
  const columns: readonly TableColumn<PhaseView>[] = [
    { head: '', cell: ({ name }) => `  ${name}` },
    { head: '', cell: durationText },
    { head: '', cell: (phase) => noteText(phase, lastTimes) },
  ];
  return formatRows(columns, shown);
}

function durationText(phase: PhaseView): string {
  return 'durationMs' in phase && phase.durationMs !== undefined ? humanDuration(phase.durationMs) : '-';
}

function noteText(phase: PhaseView, lastTimes: PhaseTimes | undefined): string {
  if (phase.state !== 'succeeded')
    return phase.state === 'failed' ? `failed, exit code ${phase.exitCode}` : phase.state;
  return lastTimeText(lastTimes, phase.name) ?? '';
}

/** More names would hide the rest of the summary. */
const MAX_NAMES = 5;

function layerFields({ restored, reused, added }: LayerUse): readonly string[] {
  const cache =
    restored.length === 0 ? 'no layer came from the cache' : `from the cache: ${boundedNames(restored, MAX_NAMES)}`;
  if (reused.length + added.length === 0) return [field('Layers', [cache])];
  return [field('Layers', [...comparison(reused, added), cache])];
}

/** Compares the layers with the last image. There is none at the first Build, so new layers alone do not mention it. */
function comparison(reused: readonly string[], added: readonly string[]): readonly string[] {
  if (added.length === 0) return [`all ${reused.length} as in the last image`];
  const names = boundedNames(added, MAX_NAMES);
  if (reused.length === 0) return [`all ${added.length} new: ${names}`];
  return [`${reused.length} of ${reused.length + added.length} as in the last image`, `new: ${names}`];
}
