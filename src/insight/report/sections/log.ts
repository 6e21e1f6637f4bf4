import type { LogSection, ReportView } from '../../views/report-view.ts';
import { element, type Markup } from '../markup.ts';
import { logLines } from './failure.ts';
import type { Section } from './section.ts';
import { counted } from '../../../core/model/counted.ts';

/** Returns the log with a heading for each phase, and a search. */
export function logSection({ log, build }: ReportView): Section | undefined {
  if (log.length === 0) return undefined;
  const failed = build.phases.find(({ state }) => state === 'failed' || state === 'stopped')?.name;
  const content = [SEARCH, log.map((section) => phaseLog(section, failed))];
  return { id: 'log', title: 'Log', content };
}

/** The script of the page shows the form. */
const SEARCH = element(
  'form',
  { class: 'search', id: 'search', role: 'search', hidden: true },
  element('label', { for: 'search-text' }, 'Search the log'),
  element('input', { id: 'search-text', type: 'search', autocomplete: 'off' }),
  element('button', { type: 'submit' }, 'Next'),
  element('button', { type: 'button', id: 'search-previous' }, 'Previous'),
  element('span', { id: 'search-status', role: 'status' }),
);

/** The log of the failed phase is open. Without one, the logs of all phases are. */
function phaseLog({ title, lines, leftOut }: LogSection, failed: string | undefined): Markup {
  return element(
    'details',
    { open: failed === undefined || failed === title },
    element(
      'summary',
      {},
      element('strong', {}, title),
      ' ',
      element('span', { class: 'muted' }, counted(lines.length, 'line')),
    ),
    leftOut === 0 ? undefined : element('p', { class: 'muted' }, `The first ${leftOut} lines are left out.`),
    logLines(`Log of ${title}`, lines),
  );
}
