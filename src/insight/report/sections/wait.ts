import { waitActorText } from '../../views/failure-view.ts';
import type { ReportView } from '../../views/report-view.ts';
import { element } from '../markup.ts';
import { descriptions, type Section } from './section.ts';

/** Returns what a Build waits for before its first phase, who can act, what to try, and when the Build fails. */
export function waitSection({ build: { wait } }: Pick<ReportView, 'build'>): Section | undefined {
  if (wait === undefined) return undefined;
  const content = element(
    'div',
    {},
    descriptions([
      { name: 'Waits for', values: [wait.summary] },
      { name: 'Responsible', values: [waitActorText(wait.actor)] },
      { name: 'Advice', values: [wait.advice] },
      { name: 'Limit', values: [wait.limit] },
    ]),
  );
  return { id: 'wait', title: 'Wait', content };
}
