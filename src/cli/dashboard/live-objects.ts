import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Selection } from '../../clients/kube/client/list.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import type { Change } from '../../clients/kube/reflector/informer.ts';
import { startReflector } from '../../clients/kube/reflector/reflector.ts';
import type { Store } from '../../clients/kube/reflector/store.ts';
import type { Transport } from '../../clients/kube/transport/transport.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import { refusal, resourceText, type Access } from '../objects/access-error.ts';

/** Objects of a cluster, kept up to date as far as the user may list and watch them. */
export interface LiveObjects {
  readonly store: Store<KubeObject>;
  /** True until the first list is complete or has failed. */
  readonly isReading: () => boolean;
  /** Returns a sentence about what is not up to date, and why; `undefined` if all is. */
  readonly note: () => string | undefined;
}

/** The objects to follow. */
export interface LiveQuery {
  readonly transport: Transport;
  readonly resource: Resource;
  readonly selection: Selection;
  /** Called after each change of an object. */
  readonly onChange: (change: Change<KubeObject>) => void;
  /** Called after each change of `isReading` or `note`. */
  readonly onState: () => void;
  readonly signal: AbortSignal;
}

/** Lists and watches objects until the signal is aborted. Retries after all errors, because permissions and credentials can change. */
export function liveObjects({ transport, resource, selection, onState, ...query }: LiveQuery): LiveObjects {
  let isReading = true;
  let note: string | undefined;
  const change = (next: string | undefined): void => {
    if (!isReading && next === note) return;
    isReading = false;
    note = next;
    onState();
  };
  const { store } = startReflector<KubeObject>({
    ...query,
    resource,
    selection,
    transport: { ...transport, stream: reported(transport, () => change(undefined)) },
    clock: SYSTEM_CLOCK,
    random: Math.random,
    indexers: { image: imageOf },
    parse: withoutManagedFields,
    onUpToDate: () => change(undefined),
    report: ({ during, error }) => {
      if (during === 'list' || during === 'watch') change(noteOf(error, { verb: during, resource, ...selection }));
    },
  });
  return { store, isReading: () => isReading, note: () => note };
}

/** A watch can be silent for minutes, so the start of its response must end the note about the broken connection before it. */
function reported({ stream }: Transport, onOpen: () => void): Transport['stream'] {
  return async (...request) => {
    const bytes = await stream(...request);
    onOpen();
    return bytes;
  };
}

/** Indexes the Builds by the Image that created them. */
function imageOf(build: KubeObject): readonly string[] {
  const { namespace = '', labels } = asBuild(build).metadata;
  const image = labels.get(IMAGE_LABEL);
  return image === undefined ? [] : [`${namespace}/${image}`];
}

/** The managed fields are up to half of an object, and no view has them. */
function withoutManagedFields(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function noteOf(error: unknown, access: Access): string {
  const { verb, resource, namespace } = access;
  const what = resourceText(resource);
  if (isKubeError(error, 'FORBIDDEN')) {
    const where = resource.isNamespaced ? ` in ${namespace === undefined ? 'all namespaces' : namespace}` : '';
    return `You may not ${verb} ${what}${where} (${refusal(error, access)?.details ?? ''}).`;
  }
  if (isKubeError(error, 'NOT_FOUND')) return `The cluster does not serve ${what}: taskpack is not installed on it.`;
  return `${error instanceof Error ? error.message : String(error)}. The dashboard tries again.`;
}
