import { plainLine } from '../../logs/log-text.ts';
import { actorText, type FailureView } from '../../views/failure-view.ts';
import type { Paint } from '../objects/paint.ts';
import { section } from './text-layout.ts';

/** Formats a failure: its meaning, who can fix it, the advice, and the last lines of the log. */
export function failureSections(
  { summary, actor, advice, phase, container = phase, log }: FailureView,
  paint: Paint,
): string {
  return [
    section(paint.title('Failure'), [summary]),
    section(paint.title('Responsible'), actor === undefined ? [] : [actorText(actor)]),
    section(paint.title('Advice'), advice === undefined ? [] : [advice]),
    section(paint.title(`Last lines${container === undefined ? '' : ` of ${container}`}`), log.map(plainLine)),
  ].join('');
}
