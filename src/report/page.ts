import { createHash } from 'node:crypto';
import { isEnded, type BuildState } from '../views/build-state.ts';
import { humanDuration } from '../views/duration.ts';
import type { ReportView } from '../views/report-view.ts';
import { referenceText } from '../views/texts.ts';
import { markup, trusted, type Html } from './markup.ts';
import { SCRIPT } from './script.ts';
import { contentSection, packagesSection } from './sections/content.ts';
import { detectionSection } from './sections/detection.ts';
import { failureSection } from './sections/failure.ts';
import { inputsSection, resultSection } from './sections/inputs.ts';
import { logSection } from './sections/log.ts';
import { timesSection } from './sections/times.ts';
import type { Section } from './sections/section.ts';
import { STYLE } from './style.ts';

/** Returns the page of a Build: one HTML document that requests nothing. */
export function reportPage(view: ReportView): string {
  const sections = [
    failureSection(view),
    timesSection(view),
    resultSection(view),
    inputsSection(view),
    detectionSection(view),
    contentSection(view),
    packagesSection(view),
    logSection(view),
  ].filter((section) => section !== undefined);
  const title = `${buildName(view.build)}: ${STATES[view.build.state.kind].word}`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="taskpack report">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${header(view, sections)}
<main id="content">
${sections.map(sectionHtml)}
${gaps(view)}
</main>
<footer class="muted"><p>Made by taskpack report at ${view.createdAt}. Values of variables whose names suggest a secret are not in this page.</p></footer>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`.markup;
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

const STATES: Readonly<Record<BuildState['kind'], { readonly word: string; readonly style: string }>> = {
  waiting: { word: 'Waiting', style: 'warn' },
  queued: { word: 'Queued', style: 'warn' },
  running: { word: 'Running', style: 'info' },
  succeeded: { word: 'Succeeded', style: 'good' },
  failed: { word: 'Failed', style: 'bad' },
  cancelled: { word: 'Cancelled', style: 'warn' },
};

function header({ build, createdAt }: ReportView, sections: readonly Section[]): Html {
  const { state, durationMs } = build;
  const { word, style } = STATES[state.kind];
  const took = durationMs === undefined ? '' : `${isEnded(state) ? 'took' : 'for'} ${humanDuration(durationMs)}`;
  const when = isEnded(state) ? `ended at ${state.since ?? ''}` : `at ${createdAt}`;
  return markup`<header>
    <h1>${buildName(build)}</h1>
    <p><span class="state ${style}">${word}</span> ${when}, ${took}</p>
    ${stateMessage(state)}
    <nav aria-label="Sections">
      <ul>
        ${sections.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)}
      </ul>
    </nav>
  </header>`;
}

function buildName(build: ReportView['build']): string {
  return referenceText({ ...build, kind: 'Build' });
}

function stateMessage(state: BuildState): Html | undefined {
  const message = 'message' in state ? state.message : undefined;
  return message === undefined ? undefined : markup`<p>${message}</p>`;
}

function sectionHtml({ id, title, content }: Section): Html {
  return markup`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section> `;
}

function gaps({ gaps: missing }: ReportView): Html | undefined {
  if (missing.length === 0) return undefined;
  return markup`<section aria-labelledby="gaps">
    <h2 id="gaps">Not in this page</h2>
    <ul>
      ${missing.map((each) => markup`<li>${each}</li>`)}
    </ul>
  </section>`;
}
