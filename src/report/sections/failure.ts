import { actorText, type FailureView } from '../../views/failure-view.ts';
import type { ReportView } from '../../views/report-view.ts';
import { element, type Markup } from '../markup.ts';
import { descriptions, type Section } from './section.ts';

/** Returns why a Build failed, who can act, and what to try. */
export function failureSection({ build: { state } }: Pick<ReportView, 'build'>): Section | undefined {
  if (!('failure' in state)) return undefined;
  const { failure } = state;
  const content = element(
    'div',
    { class: 'failure' },
    descriptions([
      { name: 'Cause', values: [failure.summary] },
      { name: 'Responsible', values: [failure.actor && actorText(failure.actor)] },
      { name: 'Advice', values: [failure.advice] },
      { name: 'Phase', values: [failure.phase] },
      { name: 'Exit code', values: [failure.exitCode === undefined ? undefined : String(failure.exitCode)] },
      { name: 'Reason', values: [failure.reason] },
      { name: 'Message', values: [failure.message === failure.summary ? undefined : failure.message] },
    ]),
    lastLines(failure),
  );
  return { id: 'failure', title: state.kind === 'cancelled' ? 'Cancellation' : 'Failure', content };
}

function lastLines({ phase, log }: FailureView): Markup {
  if (log.length === 0) return undefined;
  const title = `Last lines${phase === undefined ? '' : ` of ${phase}`}`;
  return [element('h3', {}, title), logLines(title, log)];
}

/** Returns lines of a log in a region that the keyboard can scroll. */
export function logLines(label: string, lines: readonly string[]): Markup {
  return element(
    'pre',
    { class: 'log', tabindex: '0', role: 'region', 'aria-label': label },
    lines.map((line) => element('span', {}, line)),
  );
}
