import { oneLine } from '../../core/model/one-line.ts';
import type { CauseView } from '../../insight/views/cause-view.ts';
import type { ObjectView } from '../../insight/views/object-view.ts';
import { stateReason, stateWord, type AnyState } from '../../insight/views/state-texts.ts';
import { causeLines } from '../../insight/views/cause-view.ts';
import { referenceText } from '../../insight/views/object-view.ts';
import { ageText } from '../objects/object-columns.ts';
import type { Paint } from '../objects/paint.ts';
import { field } from './text-layout.ts';

/** Formats the kind, namespace and name of an object. */
export function title(kind: string, view: ObjectView, paint: Paint): string {
  // A file can hold any name.
  return `${paint.title(oneLine(referenceText({ ...view, kind })))}\n\n`;
}

/** Formats a state with its reason, its time and more details, and with its message. */
export function stateField(state: AnyState, nowMs: number, paint: Paint, more = ''): string {
  const reason = stateReason(state);
  const word = stateWord(state);
  const first = `${word}${reason === undefined ? '' : ` (${reason})`}${timeText(state, nowMs)}${more}`;
  const message = 'message' in state ? state.message : undefined;
  return field('State', [first, message]).replace(word, () => paint.state(word, state));
}

function timeText({ kind, since }: AnyState, nowMs: number): string {
  if (since === undefined) return '';
  const age = ageText(since, nowMs);
  return kind === 'succeeded' || kind === 'failed' || kind === 'cancelled' ? ` ${age} ago` : ` for ${age}`;
}

/** Formats why a Build ran. */
export function causeField(cause: CauseView): string {
  return field('Why', causeLines(cause));
}
