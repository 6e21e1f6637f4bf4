import { createHash } from 'node:crypto';
import { isEnded, type BuildState } from '../views/build-state.ts';
import { humanDuration } from '../views/duration.ts';
import type { ReportView } from '../views/report-view.ts';
import { stateTone, stateWord } from '../views/state-texts.ts';
import { referenceText } from '../views/object-view.ts';
import { htmlText } from './html-text.ts';
import { element, type Markup } from './markup.ts';
import { SCRIPT } from './script.ts';
import { layersSection, packagesSection } from './sections/layers.ts';
import { detectionSection } from './sections/detection.ts';
import { failureSection } from './sections/failure.ts';
import { inputsSection, resultSection } from './sections/inputs.ts';
import { logSection } from './sections/log.ts';
import { timesSection } from './sections/times.ts';
import { itemsOf, type Section } from './sections/section.ts';
import { waitSection } from './sections/wait.ts';
import { STYLE } from './style.ts';

/** Returns the page of a Build: one HTML document that requests nothing. */
export function reportPage(view: ReportView): string {
  const sections = [
    failureSection(view),
    waitSection(view),
    timesSection(view),
    resultSection(view),
    inputsSection(view),
    detectionSection(view),
    layersSection(view),
    packagesSection(view),
    logSection(view),
  ].filter((section) => section !== undefined);
  const title = `${buildName(view.build)}: ${stateWord(view.build.state)}`;
  // The style sheet and the script are this project's own, so they are the only texts that are not escaped.
  return `<!doctype html>
<html lang="en">
<head>
${htmlText(head(title))}
<style>${STYLE}</style>
</head>
<body>
${htmlText(body(view, sections))}
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function head(title: string): Markup {
  return [
    element('meta', { charset: 'utf-8' }),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy() }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', { name: 'referrer', content: 'no-referrer' }),
    element('meta', { name: 'generator', content: 'taskpack report' }),
    element('title', {}, title),
  ];
}

function body(view: ReportView, sections: readonly Section[]): Markup {
  const note = `Made by taskpack report at ${view.createdAt}. Values of variables whose names suggest a secret are not in this page.`;
  return [
    element('a', { class: 'skip', href: '#content' }, 'Skip to the content'),
    header(view, sections),
    element('main', { id: 'content' }, sections.map(sectionMarkup), gaps(view)),
    element('footer', { class: 'muted' }, element('p', {}, note)),
  ];
}

/** Allows the one style sheet and the one script, by their hashes, and nothing else (CSP Level 3). */
function policy(): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(STYLE)}'`,
    `script-src '${hashOf(SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function header({ build, createdAt }: ReportView, sections: readonly Section[]): Markup {
  const { state, durationMs } = build;
  const took = durationMs === undefined ? '' : `${isEnded(state) ? 'took' : 'for'} ${humanDuration(durationMs)}`;
  const when = isEnded(state) ? `ended at ${state.since ?? ''}` : `at ${createdAt}`;
  const links = sections.map(({ id, title }) => element('a', { href: `#${id}` }, title));
  return element(
    'header',
    {},
    element('h1', {}, buildName(build)),
    element('p', {}, element('span', { class: `state ${stateTone(state)}` }, stateWord(state)), ` ${when}, ${took}`),
    sentencesOf(state).map((sentence) => element('p', {}, sentence)),
    element('nav', { 'aria-label': 'Sections' }, element('ul', {}, itemsOf(links))),
  );
}

/** Returns the phase that runs, and the message of the condition. */
function sentencesOf(state: BuildState): readonly string[] {
  return [
    ...(state.kind === 'running' && state.phase !== undefined ? [`Phase ${state.phase} is running.`] : []),
    ...('message' in state && state.message !== undefined ? [state.message] : []),
  ];
}

function buildName(build: ReportView['build']): string {
  return referenceText({ ...build, kind: 'Build' });
}

function sectionMarkup({ id, title, content }: Section): Markup {
  return element('section', { 'aria-labelledby': id }, element('h2', { id }, title), content);
}

function gaps({ gaps: missing }: ReportView): Markup {
  if (missing.length === 0) return undefined;
  return sectionMarkup({ id: 'gaps', title: 'Not in this page', content: element('ul', {}, itemsOf(missing)) });
}
