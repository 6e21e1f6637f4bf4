import type { CandidateView, GroupView } from '../../views/detection-view.ts';
import type { ReportView } from '../../views/report-view.ts';
import { element, type Markup } from '../markup.ts';
import type { Section } from './section.ts';

/** Returns the order of the builder as a graph: groups from the top, and the buildpacks of each group in a row. */
export function detectionSection({ detection }: Pick<ReportView, 'detection'>): Section | undefined {
  if (detection === undefined || detection.groups.length === 0) return undefined;
  const introduction = `Detection tries the groups of ${detection.builder} in this order, and builds with the first one that passes. This is the order of the builder at the time of the report.`;
  const { note } = detection;
  const groups = element(
    'ol',
    { class: 'groups' },
    detection.groups.map((each, index) => group(each, index, note === undefined)),
  );
  const paragraphs = [...(note === undefined ? [] : [note]), introduction].map((text) => element('p', {}, text));
  return { id: 'order', title: 'Buildpacks', content: [paragraphs, groups] };
}

const GROUPS: Readonly<Record<GroupView['result'], { readonly text: string; readonly style: string }>> = {
  selected: { text: 'selected', style: 'good' },
  failed: { text: 'did not pass', style: 'bad' },
  'not-tried': { text: 'not tried', style: 'muted' },
  unknown: { text: 'result not known', style: 'muted' },
};

/** Without any known result, one note above the groups says so. */
function group({ result, buildpacks }: GroupView, index: number, isKnown: boolean): Markup {
  const { text, style } = GROUPS[result];
  return element(
    'li',
    { class: result },
    element('h3', {}, `Group ${index + 1} `, isKnown ? element('span', { class: style }, text) : undefined),
    element(
      'ol',
      { class: 'chain' },
      buildpacks.map((each) => candidate(each, isKnown)),
    ),
  );
}

const RESULTS: Readonly<Record<CandidateView['result'], string>> = {
  built: 'good',
  passed: 'good',
  failed: 'bad',
  skipped: 'muted',
  'not-tried': 'muted',
  unknown: 'muted',
};

function candidate({ id, version, isOptional, result, why }: CandidateView, isKnown: boolean): Markup {
  const detected: Markup = isKnown
    ? [element('br'), element('span', { class: RESULTS[result] }, result.replace('-', ' ')), `: ${why}`]
    : undefined;
  return element(
    'li',
    { class: result },
    element('strong', {}, id),
    ` ${version ?? ''}${isOptional ? ' (optional)' : ''}`,
    detected,
  );
}
