import type { PhaseView } from '../../views/build-phases.ts';
import { neverRan, responsibleText, retryCommand, type FailureView } from '../../views/failure-view.ts';
import type { ReportView } from '../../views/report-view.ts';
import { element, type Markup } from '../markup.ts';
import { descriptions, type Section } from './section.ts';

/** Returns why a Build failed, who can act, and what to try. */
export function failureSection({ build }: Pick<ReportView, 'build'>): Section | undefined {
  const { state, phases } = build;
  if (!('failure' in state)) return undefined;
  const { failure } = state;
  const content = element(
    'div',
    { class: 'failure' },
    descriptions([
      { name: 'Cause', values: [failure.summary] },
      { name: 'Responsible', values: [responsibleText(failure)] },
      { name: 'Advice', values: [failure.advice] },
      { name: 'To build again', values: [retryCommand(failure, build)] },
      { name: 'Phase', values: [phaseText(failure, phases)] },
      { name: 'Exit code', values: [failure.exitCode === undefined ? undefined : String(failure.exitCode)] },
      { name: 'Reason', values: [failure.reason] },
      { name: 'Message', values: [messageText(failure)] },
    ]),
    lastLines(failure),
  );
  // A user ends a debug session on purpose.
  const isDebugged = failure.reason === 'Debugged' || failure.reason === 'StoppedInDebugMode';
  const ended = isDebugged ? 'End of the debug session' : 'Failure';
  return { id: 'failure', title: state.kind === 'cancelled' ? 'Cancellation' : ended, content };
}

/** Returns the phase that failed or that the end of the Build stopped. */
function phaseText({ phase, reason }: FailureView, phases: readonly PhaseView[]): string {
  if (phase !== undefined) return neverRan(reason) ? `${phase}, which did not run` : phase;
  const last = phases.findLast(({ state }) => state !== 'skipped' && state !== 'waiting');
  if (last === undefined) return 'not started';
  if (neverRan(reason)) return `${last.name}, which did not run`;
  return last.state === 'succeeded' ? `after ${last.name}` : last.name;
}

/** The lines of the log repeat the message of a phase. Without these lines, the last line of the message is its error. */
function messageText({ message, summary, log }: FailureView): string | undefined {
  if (log.length > 0 || message === undefined) return undefined;
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return lines.join(' ') === summary ? undefined : lines.at(-1);
}

function lastLines({ phase, container = phase, log }: FailureView): Markup {
  if (log.length === 0) return undefined;
  const title = `Last lines${container === undefined ? '' : ` of ${container}`}`;
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
