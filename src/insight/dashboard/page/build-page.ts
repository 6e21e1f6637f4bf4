import { h, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { detectionSection } from '../../report/sections/detection.ts';
import { failureSection } from '../../report/sections/failure.ts';
import { inputsSection, resultSection } from '../../report/sections/inputs.ts';
import { timesSection } from '../../report/sections/times.ts';
import { waitSection } from '../../report/sections/wait.ts';
import { isEnded } from '../../views/build-state.ts';
import { detectionView } from '../../views/detection-view.ts';
import { humanDuration } from '../../views/duration.ts';
import { stateReason } from '../../views/state-texts.ts';
import { referenceText } from '../../views/object-view.ts';
import type { BuildMessage, LayersMessage } from '../messages.ts';
import { LogPane } from './log-pane.ts';
import { EMPTY_LOG, type LogState } from './log-state.ts';
import { sectionNode } from './markup-node.ts';
import { Notices } from './notices.ts';
import { builderRoute, routeText, type Route } from './route.ts';
import { StateBadge } from './state-badge.ts';
import { useStream } from './use-stream.ts';
import { layersSection, packagesSection } from '../../report/sections/layers.ts';

type Shown = Extract<BuildMessage, { readonly kind: 'build' }>;

/** Shows a Build and its log. */
export function BuildPage({ namespace, name }: { readonly namespace: string; readonly name: string }): ComponentChild {
  const path = `/api/builds/${namespace}/${name}`;
  const [message, connection] = useStream<BuildMessage | undefined, BuildMessage>(path, {
    first: undefined,
    next: (_, next) => next,
  });
  const notes = message !== undefined && 'notes' in message ? message.notes : [];
  return h(
    'main',
    { id: 'content', class: 'object-page' },
    h('h1', { tabIndex: -1 }, `Build ${namespace}/${name}`),
    h(Notices, { connection, notes }),
    message?.kind === 'missing' ? h('p', {}, 'This Build does not exist. It may have been deleted.') : undefined,
    // Another Build can have the name later.
    message?.kind === 'build' ? h(Content, { key: message.build.createdAt, shown: message, path }) : undefined,
  );
}

function Content({ shown, path }: { readonly shown: Shown; readonly path: string }): ComponentChild {
  const [log, setLog] = useState<LogState>(EMPTY_LOG);
  const { build, inputs, builder } = shown;
  const detectLog = log.phases.find(({ title }) => title === 'detect')?.blocks.flatMap(({ lines }) => lines) ?? [];
  const detection = builder && { detection: detectionView(builder, build, detectLog) };
  return [
    h(Summary, { key: 'summary', ...shown }),
    [failureSection({ build }), waitSection({ build }), timesSection({ build })].map(sectionNode),
    h(LogPane, { key: 'log', path: `${path}/log`, onLog: setLog }),
    [resultSection({ build }), inputsSection({ build, inputs }), detectionSection({ ...detection })].map(sectionNode),
    build.builtImage === undefined ? undefined : h(LayersPane, { key: 'layers', path: `${path}/layers` }),
  ];
}

function Summary({ build, wait }: Shown): ComponentChild {
  const { state, durationMs } = build;
  const took = durationMs === undefined ? '' : `${isEnded(state) ? 'took' : 'for'} ${humanDuration(durationMs)}`;
  const reason = stateReason(state);
  // The section about the wait has the same sentence, unless the Pod or its Events say more.
  const sentence = wait === undefined ? undefined : `The Build ${wait}.`;
  return h(
    'div',
    { class: 'summary' },
    h(
      'p',
      {},
      // A screen reader reads changes of the state, but not each second.
      h('span', { role: 'status' }, h(StateBadge, { state: state.kind }), reason === undefined ? '' : ` ${reason}`),
      isEnded(state) ? ` ended at ${state.since ?? ''}, ${took}` : ` ${took}`,
    ),
    sentence === undefined || sentence === build.wait?.summary ? undefined : h('p', {}, sentence),
    h(
      'p',
      {},
      links(build).map(({ text, route }) => [' ', h('a', { key: text, href: routeText(route) }, text)]),
    ),
  );
}

interface Link {
  readonly text: string;
  readonly route: Route;
}

/** Returns links to the Image and to the builder of a Build. */
function links({ image, namespace = '', builder: { resource } }: Shown['build']): readonly Link[] {
  return [
    ...(image === undefined
      ? []
      : [{ text: `Image ${image}`, route: { kind: 'image' as const, namespace, name: image } }]),
    ...(resource === undefined ? [] : [{ text: referenceText(resource), route: builderRoute(resource, namespace) }]),
  ];
}

/** Shows the layers and packages of an image. They are read from the registry when the reader first asks for them. */
function LayersPane({ path }: { readonly path: string }): ComponentChild {
  const [isWanted, setWanted] = useState(false);
  return h(
    'section',
    { 'aria-labelledby': 'image', class: 'layers-pane' },
    h('h2', { id: 'image' }, 'Image'),
    h(
      'details',
      { onToggle: () => setWanted(true) },
      h('summary', {}, 'Layers and packages, from the registry'),
      isWanted ? h(Layers, { path }) : undefined,
    ),
  );
}

type LayersState = Extract<LayersMessage, { readonly kind: 'layers' }> | undefined;

function Layers({ path }: { readonly path: string }): ComponentChild {
  const [message, connection] = useStream<LayersState, LayersMessage>(path, {
    first: undefined,
    next: (state, next) => (next.kind === 'layers' ? next : state),
  });
  const content = message?.content;
  const isReading = message === undefined && (connection.kind === 'opening' || connection.kind === 'open');
  return [
    h(Notices, { key: 'notices', connection, notes: message?.notes ?? [] }),
    h('p', { key: 'state', role: 'status', class: 'muted' }, isReading ? 'Reading the image from its registry…' : ''),
    content === undefined ? undefined : [layersSection({ content }), packagesSection({ content })].map(sectionNode),
  ];
}
