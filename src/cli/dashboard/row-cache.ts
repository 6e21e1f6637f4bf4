import { KPACK_RESOURCES } from '../../clients/kube/client/resources.ts';
import { rowKey, rowOf, type Row, type RowKind } from '../../insight/dashboard/row.ts';
import { keyOf, type KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Change } from '../../clients/kube/reflector/informer.ts';
import type { Transport } from '../../clients/kube/transport/transport.ts';
import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { asBuilder } from '../../core/model/objects/builder.ts';
import { asImage } from '../../core/model/objects/image.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';
import { builderView } from '../../insight/views/builder-view.ts';
import { buildView } from '../../insight/views/build-view.ts';
import { imageView } from '../../insight/views/image-view.ts';
import { createdAt } from '../image-builds.ts';
import { liveObjects, type LiveObjects } from './live-objects.ts';

/** The rows of all objects, kept up to date. */
export interface RowCache {
  /** Returns the keys of all rows, newest objects first. */
  readonly keys: () => readonly string[];
  /** Returns `undefined` if the object does not exist. */
  readonly row: (key: string) => Row | undefined;
  /** Returns how far the lists are read. */
  readonly reading: () => Reading;
  /** Calls the listener for each change. Returns a function that ends this. */
  readonly listen: (listener: RowListener) => () => void;
}

interface Reading {
  /** The kinds whose first list is not complete. */
  readonly kinds: readonly RowKind[];
  /** Sentences about what is not up to date. */
  readonly notes: readonly string[];
}

export interface RowListener {
  readonly onRow: (key: string) => void;
  readonly onReading: () => void;
}

/** The namespaces of the rows. */
export interface RowScope {
  /** Absent for all namespaces. */
  readonly namespace?: string;
}

type LiveKinds = Readonly<Record<RowKind, LiveObjects>>;

const KINDS: readonly RowKind[] = ['Image', 'Build', 'Builder', 'ClusterBuilder'];

/** Follows the objects of a namespace, or of all namespaces, until the signal is aborted. */
export function rowCache(transport: Transport, { namespace }: RowScope, signal: AbortSignal): RowCache {
  const listeners = new Set<RowListener>();
  const rows = new Map<string, Row>();
  const follow = (kind: RowKind): LiveObjects => {
    const resource = KPACK_RESOURCES[kind];
    return liveObjects({
      transport,
      resource,
      selection: resource.isNamespaced && namespace !== undefined ? { namespace } : {},
      signal,
      onState: () => listeners.forEach(({ onReading }) => onReading()),
      onChange: (change) => {
        for (const key of changedRows(kind, change)) {
          rows.delete(key);
          for (const { onRow } of listeners) onRow(key);
        }
      },
    });
  };
  const live: LiveKinds = {
    Image: follow('Image'),
    Build: follow('Build'),
    Builder: follow('Builder'),
    ClusterBuilder: follow('ClusterBuilder'),
  };
  return {
    keys: () => currentKeys(live),
    row: (key) => {
      const row = rows.get(key) ?? currentRow(key, live);
      if (row !== undefined) rows.set(key, row);
      return row;
    },
    reading: () => currentReading(live),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The row of an Image also shows its newest Build. */
function changedRows(kind: RowKind, { key, object }: Change<KubeObject>): readonly string[] {
  const { metadata } = asObject(object);
  const image = kind === 'Build' ? metadata.labels.get(IMAGE_LABEL) : undefined;
  const own = `${kind}/${key}`;
  if (image === undefined) return [own];
  const { namespace = '' } = metadata;
  return [own, rowKey({ kind: 'Image', namespace, name: image })];
}

function currentKeys(live: LiveKinds): readonly string[] {
  return KINDS.flatMap((kind) => live[kind].store.list().map((object) => ({ kind, object })))
    .toSorted((one, other) => (createdAt(one.object) < createdAt(other.object) ? 1 : -1))
    .map(({ kind, object }) => `${kind}/${keyOf(object)}`);
}

function currentReading(live: LiveKinds): Reading {
  return {
    kinds: KINDS.filter((kind) => live[kind].isReading()),
    notes: KINDS.flatMap((kind) => live[kind].note() ?? []),
  };
}

function currentRow(key: string, live: LiveKinds): Row | undefined {
  const slash = key.indexOf('/');
  const kind = KINDS.find((each) => each === key.slice(0, slash));
  const name = key.slice(slash + 1);
  const object = kind && live[kind].store.get(name);
  if (kind === undefined || object === undefined) return undefined;
  const nowMs = Date.now();
  switch (kind) {
    case 'Image':
      return rowOf(
        imageView({ image: asImage(object), builds: live.Build.store.byIndex('image', name).map(asBuild), nowMs }),
      );
    case 'Build':
      return rowOf(buildView({ build: asBuild(object), nowMs }));
    case 'Builder':
    case 'ClusterBuilder':
      return rowOf(builderView(asBuilder(object)));
  }
}
