import { h, type ComponentChild } from 'preact';
import { descriptions } from '../../report/sections/section.ts';
import type { BuildSummary } from '../../views/build-view.ts';
import { conditionText } from '../../views/conditions.ts';
import { elapsedMs, humanDuration } from '../../views/duration.ts';
import type { ImageView } from '../../views/image-view.ts';
import { imageReason, stateReason } from '../../views/state-texts.ts';
import { causeLines } from '../../views/cause-view.ts';
import { referenceText } from '../../views/object-view.ts';
import { sourceLines } from '../../views/source-view.ts';
import { HistoryChart } from './history-chart.ts';
import { markupNode } from './markup-node.ts';
import { builderRoute, routeText } from './route.ts';
import { StateBadge } from './state-badge.ts';
import { useNow } from './use-now.ts';

/** Shows an Image: its state, its source, and the history of its Builds. */
export function ImageDetails({ view }: { readonly view: ImageView }): ComponentChild {
  const { state, builds, namespace = '', queuedBehind = [] } = view;
  return [
    h('p', { key: 'state', role: 'status' }, h(StateBadge, { state: state.kind }), ` ${imageReason(view) ?? ''}`),
    h('p', { key: 'message' }, state.message),
    h(
      'p',
      { key: 'builder' },
      h('a', { href: routeText(builderRoute(view.builder, namespace)) }, referenceText(view.builder)),
    ),
    queuedBehind.length === 0 ? undefined : h(Queue, { key: 'queue', builds: queuedBehind }),
    h('div', { key: 'fields' }, markupNode(fields(view))),
    h(
      'section',
      { key: 'history', 'aria-labelledby': 'history' },
      h('h2', { id: 'history' }, 'History'),
      builds.length === 0
        ? h('p', { class: 'muted' }, 'The Image has no Builds.')
        : h(HistoryChart, { builds, namespace }),
      builds.length === 0 ? undefined : h(BuildTable, { builds, namespace }),
    ),
  ];
}

function fields(view: ImageView) {
  const { source, resolvedSource, serviceAccount, latestImage, tag, additionalTags, warnings } = view;
  const commit = resolvedSource?.kind === 'git' ? resolvedSource.commit : undefined;
  return descriptions([
    { name: 'Source', values: [...sourceLines(source), commit && `at commit ${commit}`] },
    { name: 'ServiceAccount', values: [serviceAccount] },
    { name: 'Result', values: [latestImage] },
    { name: 'Tags', values: [tag, ...additionalTags] },
    { name: 'Warnings', values: warnings.map(conditionText) },
  ]);
}

function Queue({ builds }: { readonly builds: readonly BuildSummary[] }): ComponentChild {
  const items = builds.map(({ namespace = '', name }) => h('li', { key: name }, buildLink(namespace, name)));
  return h('section', { 'aria-labelledby': 'queue' }, h('h2', { id: 'queue' }, 'Waits for'), h('ul', {}, items));
}

function BuildTable({
  builds,
  namespace,
}: {
  readonly builds: readonly BuildSummary[];
  readonly namespace: string;
}): ComponentChild {
  const nowMs = useNow();
  const heads = ['Build', 'State', 'Reason', 'Why it ran', 'Took', 'Age'];
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        heads.map((head) => h('th', { key: head, scope: 'col' }, head)),
      ),
    ),
    h(
      'tbody',
      {},
      builds.map((build) => h(BuildRow, { key: build.name, build, namespace, nowMs })),
    ),
  );
}

interface BuildRowProps {
  readonly build: BuildSummary;
  readonly namespace: string;
  readonly nowMs: number;
}

function BuildRow({ build, namespace, nowMs }: BuildRowProps): ComponentChild {
  const { name, state, cause, createdAt, durationMs = 0 } = build;
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, buildLink(namespace, name)),
    h('td', {}, h(StateBadge, { state: state.kind })),
    h('td', {}, stateReason(state)),
    h(
      'td',
      {},
      causeLines(cause).map((line) => h('div', { key: line }, line)),
    ),
    h('td', { class: 'number' }, humanDuration(durationMs)),
    h('td', { class: 'number' }, humanDuration(elapsedMs(createdAt, nowMs) ?? 0)),
  );
}

function buildLink(namespace: string, name: string): ComponentChild {
  return h('a', { href: routeText({ kind: 'build', namespace, name }) }, name);
}
