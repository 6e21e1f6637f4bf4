import { KPACK_RESOURCES } from '../../clients/kube/client/resources.ts';
import type { ObjectMessage } from '../../insight/dashboard/messages.ts';
import { rowKey, type RowKind } from '../../insight/dashboard/row.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { formatProblem } from '../../core/model/problem.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import { withoutSecrets } from '../../insight/views/inputs-view.ts';
import type { OpenCluster } from '../cluster.ts';
import { accessError } from '../objects/access-error.ts';
import { readStatus } from '../status/read-status.ts';
import { recordedChanges } from './changes.ts';
import type { RowCache } from './row-cache.ts';

/** An Image or a builder. */
interface ShownObject {
  readonly kind: Exclude<RowKind, 'Build'>;
  readonly namespace?: string;
  readonly name: string;
}

/** Each change causes requests. */
const BATCH_MS = 500;
/** The dashboard does not watch everything that the view of an object shows, such as its SourceResolver. */
const REFRESH_MS = 15_000;

/** Yields the view of an Image or a builder after each change. */
export async function* objectFeed(
  { client }: Pick<OpenCluster, 'client'>,
  cache: RowCache,
  key: ShownObject,
  signal: AbortSignal,
): AsyncGenerator<ObjectMessage> {
  const changes = recordedChanges(BATCH_MS, SYSTEM_CLOCK, signal);
  const own = rowKey(key);
  const onRow = (changed: string): void => {
    if (changed === own) changes.record();
  };
  const stop = cache.listen({ onRow, onReading: () => undefined });
  try {
    for (;;) {
      const object = await readObject(client, key, signal);
      yield object === undefined ? { kind: 'missing', notes: [] } : await messageOf(client, object);
      await changes.next(REFRESH_MS);
    }
  } finally {
    stop();
  }
}

async function readObject(
  client: Pick<KubeClient, 'get'>,
  { kind, ...name }: ShownObject,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const resource = KPACK_RESOURCES[kind];
  try {
    return await client.get(resource, name, { signal });
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return undefined;
    throw accessError(error, { verb: 'get', resource, ...name });
  }
}

async function messageOf(client: Pick<KubeClient, 'get' | 'list'>, object: KubeObject): Promise<ObjectMessage> {
  const { view, problems } = await readStatus(client, object, Date.now());
  const notes = problems.map(formatProblem);
  switch (view.kind) {
    case 'ImageView': {
      const builds = view.builds.map((build) => ({ ...build, cause: withoutSecrets(build.cause) }));
      return { kind: 'object', view: { ...view, builds }, notes };
    }
    case 'BuilderView':
      return { kind: 'object', view, notes };
    case 'BuildView':
      throw new RangeError('a Build has a page of its own');
  }
}
