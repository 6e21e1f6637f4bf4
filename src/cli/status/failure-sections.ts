import { plainLine } from '../../logs/log-text.ts';
import type { FailureView } from '../../views/failure-view.ts';
import type { Paint } from '../objects/paint.ts';
import { section } from './page.ts';

const ACTORS = {
  user: 'the author of the Build',
  platform: 'the operator of the cluster',
} as const;

/** Formats a failure: its meaning, who can fix it, the advice, and the last lines of the log. */
export function failureSections({ summary, actor, advice, phase, log }: FailureView, paint: Paint): string {
  return [
    section(paint.title('Failure'), [summary]),
    section(paint.title('Responsible'), actor === undefined ? [] : [ACTORS[actor]]),
    section(paint.title('Advice'), advice === undefined ? [] : [advice]),
    section(paint.title(`Last lines${phase === undefined ? '' : ` of ${phase}`}`), log.map(plainLine)),
  ].join('');
}
