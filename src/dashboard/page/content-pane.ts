import { h, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { contentSection, packagesSection } from '../../report/sections/content.ts';
import type { ContentMessage } from '../messages.ts';
import { sectionNode } from './markup-node.ts';
import { Notices } from './notices.ts';
import { useStream } from './use-stream.ts';

/** Shows the layers and packages of an image. They are read from the registry when the reader first asks for them. */
export function ContentPane({ path }: { readonly path: string }): ComponentChild {
  const [isWanted, setWanted] = useState(false);
  return h(
    'section',
    { 'aria-labelledby': 'image', class: 'content-pane' },
    h('h2', { id: 'image' }, 'Image'),
    h(
      'details',
      { onToggle: () => setWanted(true) },
      h('summary', {}, 'Layers and packages, from the registry'),
      isWanted ? h(Content, { path }) : undefined,
    ),
  );
}

type State = Extract<ContentMessage, { readonly kind: 'content' }> | undefined;

function Content({ path }: { readonly path: string }): ComponentChild {
  const [message, connection] = useStream<State, ContentMessage>(path, {
    first: undefined,
    next: (state, next) => (next.kind === 'content' ? next : state),
  });
  const content = message?.content;
  const isReading = message === undefined && (connection.kind === 'opening' || connection.kind === 'open');
  return [
    h(Notices, { key: 'notices', connection, notes: message?.notes ?? [] }),
    h('p', { key: 'state', role: 'status', class: 'muted' }, isReading ? 'Reading the image from its registry…' : ''),
    content === undefined ? undefined : [contentSection({ content }), packagesSection({ content })].map(sectionNode),
  ];
}
