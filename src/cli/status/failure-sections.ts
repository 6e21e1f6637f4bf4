import { oneLine } from '../../core/model/one-line.ts';
import { plainLine } from '../../insight/logs/log-text.ts';
import { responsibleText, type FailureView } from '../../insight/views/failure-view.ts';
import type { Paint } from '../objects/paint.ts';
import { section } from './text-layout.ts';

/** Formats a failure: its meaning, who can fix it, the advice, and the last lines of the log. */
export function failureSections(failure: FailureView, paint: Paint): string {
  const { summary, advice, phase, container = phase, log } = failure;
  const responsible = responsibleText(failure);
  return [
    section(paint.title('Failure'), [summary]),
    section(paint.title('Responsible'), responsible === undefined ? [] : [responsible]),
    section(paint.title('Advice'), advice === undefined ? [] : [advice]),
    section(paint.title(`Last lines${container === undefined ? '' : ` of ${oneLine(container)}`}`), log.map(plainLine)),
  ].join('');
}
