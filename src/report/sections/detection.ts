import type { CandidateView, GroupView } from '../../views/detection-view.ts';
import type { ReportView } from '../../views/report-view.ts';
import { markup, type Html } from '../markup.ts';
import type { Section } from './section.ts';

/** Returns the order of the builder as a graph: groups from the top, and the buildpacks of each group in a row. */
export function detectionSection({ detection }: ReportView): Section | undefined {
  if (detection === undefined || detection.groups.length === 0) return undefined;
  const content = markup`<p>
      Detection tries the groups of ${detection.builder} in this order, and builds with the first one that passes. This
      is the order of the builder at the time of the report.
    </p>
    <ol class="groups">
      ${detection.groups.map(group)}
    </ol>`;
  return { id: 'order', title: 'Buildpacks', content };
}

const GROUPS: Readonly<Record<GroupView['result'], { readonly text: string; readonly style: string }>> = {
  selected: { text: 'selected', style: 'good' },
  failed: { text: 'did not pass', style: 'bad' },
  'not-tried': { text: 'not tried', style: 'muted' },
  unknown: { text: 'result not known', style: 'muted' },
};

function group({ result, buildpacks }: GroupView, index: number): Html {
  const { text, style } = GROUPS[result];
  return markup`<li class="${result}">
    <h3>Group ${index + 1} <span class="${style}">${text}</span></h3>
    <ol class="chain">
      ${buildpacks.map(candidate)}
    </ol>
  </li>`;
}

const RESULTS: Readonly<Record<CandidateView['result'], string>> = {
  built: 'good',
  passed: 'good',
  failed: 'bad',
  skipped: 'muted',
  'not-tried': 'muted',
  unknown: 'muted',
};

function candidate({ id, version, isOptional, result, why }: CandidateView): Html {
  return markup`<li class="${result}">
    <strong>${id}</strong> ${version}${isOptional ? ' (optional)' : ''}<br /><span class="${RESULTS[result]}"
      >${result.replace('-', ' ')}</span
    >: ${why}
  </li>`;
}
