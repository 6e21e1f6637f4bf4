import { h, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { layersSection, packagesSection } from '../../report/sections/layers.ts';
import type { LayersMessage } from '../messages.ts';
import { sectionNode } from './markup-node.ts';
import { Notices } from './notices.ts';
import { useStream } from './use-stream.ts';

/** Shows the layers and packages of an image. They are read from the registry when the reader first asks for them. */
export function LayersPane({ path }: { readonly path: string }): ComponentChild {
  const [isWanted, setWanted] = useState(false);
  return h(
    'section',
    { 'aria-labelledby': 'image', class: 'layers-pane' },
    h('h2', { id: 'image' }, 'Image'),
    h(
      'details',
      { onToggle: () => setWanted(true) },
      h('summary', {}, 'Layers and packages, from the registry'),
      isWanted ? h(Content, { path }) : undefined,
    ),
  );
}

type State = Extract<LayersMessage, { readonly kind: 'layers' }> | undefined;

function Content({ path }: { readonly path: string }): ComponentChild {
  const [message, connection] = useStream<State, LayersMessage>(path, {
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
