import type { LogSection, ReportView } from '../../views/report-view.ts';
import { markup, type Html } from '../markup.ts';
import type { Section } from './section.ts';

/** Returns the log with a heading for each phase, and a search. */
export function logSection({ log, build }: ReportView): Section | undefined {
  if (log.length === 0) return undefined;
  const failed = build.phases.find(({ state }) => state === 'failed' || state === 'stopped')?.name;
  const content = markup`<form class="search" id="search" role="search" hidden>
      <label for="search-text">Search the log</label><input id="search-text" type="search" autocomplete="off" /><button
        type="submit"
      >
        Next</button
      ><button type="button" id="search-previous">Previous</button><span id="search-status" role="status"></span>
    </form>
    ${log.map((section) => phaseLog(section, failed))}`;
  return { id: 'log', title: 'Log', content };
}

/** The log of the failed phase is open. Without one, the logs of all phases are. */
function phaseLog({ title, lines, leftOut }: LogSection, failed: string | undefined): Html {
  const isOpen = failed === undefined || failed === title;
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
  const cut = leftOut === 0 ? undefined : markup`<p class="muted">The first ${leftOut} lines are left out.</p>`;
  const open = isOpen ? markup` open` : undefined;
  return markup`<details${open}><summary><strong>${title}</strong> <span class="muted">${count}</span></summary>${cut}<pre class="log" tabindex="0" role="region" aria-label="Log of ${title}">${lines.map(
    (line) => markup`<span>${line}</span>`,
  )}</pre></details>`;
}
