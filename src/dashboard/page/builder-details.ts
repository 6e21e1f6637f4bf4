import { h, type ComponentChild } from 'preact';
import { element, type Markup } from '../../report/markup.ts';
import { descriptions, table } from '../../report/sections/section.ts';
import type { BuilderView, OrderEntry } from '../../views/builder-view.ts';
import { stateReason } from '../../views/state-texts.ts';
import { referenceText } from '../../views/object-view.ts';
import { markupNode, sectionNode } from './markup-node.ts';
import { StateBadge } from './state-badge.ts';

/** Shows a builder: its state, its order, and its buildpacks with their versions. */
export function BuilderDetails({ view }: { readonly view: BuilderView }): ComponentChild {
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
