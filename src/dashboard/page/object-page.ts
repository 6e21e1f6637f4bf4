import { h, type ComponentChild } from 'preact';
import type { BuilderView } from '../../views/builder-view.ts';
import type { ImageView } from '../../views/image-view.ts';
import type { ObjectMessage } from '../messages.ts';
import { BuilderDetails } from './builder-details.ts';
import { ImageDetails } from './image-details.ts';
import { Notices } from './notices.ts';
import type { ObjectRoute } from './route.ts';
import { useStream } from './use-stream.ts';

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
