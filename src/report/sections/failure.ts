import { actorText, type FailureView } from '../../views/failure-view.ts';
import type { ReportView } from '../../views/report-view.ts';
import { markup, type Html } from '../markup.ts';
import { descriptions, type Section } from './section.ts';

/** Returns why a Build failed, who can act, and what to try. */
export function failureSection({ build: { state } }: ReportView): Section | undefined {
  if (!('failure' in state)) return undefined;
  const { failure } = state;
  const content = markup`<div class="failure">
    ${descriptions([
      { name: 'Cause', values: [failure.summary] },
      { name: 'Responsible', values: [failure.actor && actorText(failure.actor)] },
      { name: 'Advice', values: [failure.advice] },
      { name: 'Phase', values: [failure.phase] },
      { name: 'Exit code', values: [failure.exitCode === undefined ? undefined : String(failure.exitCode)] },
      { name: 'Reason', values: [failure.reason] },
      { name: 'Message', values: [failure.message === failure.summary ? undefined : failure.message] },
    ])}${lastLines(failure)}
  </div>`;
  return { id: 'failure', title: state.kind === 'cancelled' ? 'Cancellation' : 'Failure', content };
}

function lastLines({ phase, log }: FailureView): Html | undefined {
  if (log.length === 0) return undefined;
  const title = `Last lines${phase === undefined ? '' : ` of ${phase}`}`;
  return markup`<h3>${title}</h3>
    <pre class="log" tabindex="0" role="region" aria-label="${title}">
${log.map((line) => markup`<span>${line}</span>`)}</pre>`;
}
