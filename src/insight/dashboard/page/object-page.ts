import { h, type ComponentChild } from 'preact';
import type { BuilderView, OrderEntry } from '../../views/builder-view.ts';
import type { ImageView } from '../../views/image-view.ts';
import type { ObjectMessage } from '../messages.ts';
import { ImageDetails } from './image-details.ts';
import { Notices } from './notices.ts';
import type { ObjectRoute } from './route.ts';
import { useStream } from './use-stream.ts';
import { element, type Markup } from '../../report/markup.ts';
import { descriptions, table } from '../../report/sections/section.ts';
import { stateReason } from '../../views/state-texts.ts';
import { referenceText } from '../../views/object-view.ts';
import { markupNode, sectionNode } from './markup-node.ts';
import { StateBadge } from './state-badge.ts';

const KINDS = { image: 'Image', builder: 'Builder', clusterbuilder: 'ClusterBuilder' } as const;

/** Shows an Image or a builder. */
export function ObjectPage({ kind, namespace, name }: ObjectRoute): ComponentChild {
  const place = namespace === '' ? name : `${namespace}/${name}`;
  const [message, connection] = useStream<ObjectMessage | undefined, ObjectMessage>(`/api/${kind}s/${place}`, {
    first: undefined,
    next: (_, next) => next,
  });
  const notes = message !== undefined && 'notes' in message ? message.notes : [];
  return h(
    'main',
    { id: 'content', class: 'object-page' },
    h('h1', { tabIndex: -1 }, `${KINDS[kind]} ${place}`),
    h(Notices, { connection, notes }),
    message?.kind === 'missing'
      ? h('p', {}, `This ${KINDS[kind]} does not exist. It may have been deleted.`)
      : undefined,
    message?.kind === 'object' ? viewNode(message.view) : undefined,
  );
}

function viewNode(view: ImageView | BuilderView): ComponentChild {
  switch (view.kind) {
    case 'ImageView':
      return h(ImageDetails, { view });
    case 'BuilderView':
      return h(BuilderDetails, { view });
  }
}

/** Shows a builder: its state, its order, and its buildpacks with their versions. */
function BuilderDetails({ view }: { readonly view: BuilderView }): ComponentChild {
  const { state, stack, stackId, runImage, lifecycleVersion, latestImage, tag, order, buildpacks } = view;
  return [
    h('p', { key: 'state', role: 'status' }, h(StateBadge, { state: state.kind }), ` ${stateReason(state) ?? ''}`),
    h('p', { key: 'message' }, state.message),
    h(
      'div',
      { key: 'fields' },
      markupNode(
        descriptions([
          { name: 'Stack', values: [`${referenceText(stack)}${stackId === undefined ? '' : ` (${stackId})`}`] },
          { name: 'Run image', values: [runImage] },
          { name: 'Lifecycle', values: [lifecycleVersion] },
          { name: 'Result', values: [latestImage] },
          { name: 'Tag', values: [tag] },
        ]),
      ),
    ),
    sectionNode({ id: 'order', title: 'Order', content: element('ol', { class: 'groups' }, order.map(group)) }),
    sectionNode({
      id: 'buildpacks',
      title: 'Buildpacks',
      content: table(
        [{ head: 'Buildpack' }, { head: 'Version' }],
        buildpacks.map(({ id, version }) => [id, version]),
      ),
    }),
  ];
}

function group(entries: readonly OrderEntry[], index: number): Markup {
  return element(
    'li',
    {},
    element('h3', {}, `Group ${index + 1}`),
    element(
      'ol',
      { class: 'chain' },
      entries.map(({ id, version = '', isOptional }) =>
        element('li', {}, element('strong', {}, id), ` ${version}${isOptional ? ' (optional)' : ''}`),
      ),
    ),
  );
}
