import { createHash } from 'node:crypto';
import { isKubeError } from '../../../clients/kube/kube-error.ts';
import type { KubeClient } from '../../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../../clients/kube/client/kube-object.ts';
import type { ObjectName } from '../../../clients/kube/client/resource.ts';
import { asConfigMap } from '../../../core/model/objects/config-map.ts';
import { CONFIG_MAPS } from '../../../clients/kube/client/resources.ts';

/**
 * Every replica of the controller gets deliveries of git servers, but only the leader asks git servers. A ConfigMap takes the
 * repositories from one to the other, and keeps them until there is a leader.
 */
export interface PushConfigMap {
  /** Leaves the ids of a repository for the leader. Rejects with `KubeError`. */
  readonly post: (repositories: readonly string[]) => Promise<void>;
}

export interface PushConfigMapOptions {
  readonly client: Pick<KubeClient, 'patch' | 'create'>;
  /** The ConfigMap with the entries. */
  readonly configMap: ObjectName;
  /** Returns a text that no other delivery has. */
  readonly unique: () => string;
}

/** A ConfigMap with more entries of the longest addresses would be larger than 1 MiB. */
const MAX_ENTRIES = 400;

/** The pushes that the next request contains. */
interface Batch {
  readonly data: Map<string, string>;
  readonly sent: Promise<void>;
}

/**
 * Writes pushes into the ConfigMap with one request at a time: pushes that arrive meanwhile share the next one. Requests at the same time
 * would change the same object, which the API server does one after the other.
 */
export function pushConfigMap({ client, configMap, unique }: PushConfigMapOptions): PushConfigMap {
  let sending: Promise<unknown> = Promise.resolve();
  let next: Batch | undefined;
  const newBatch = (): Batch => {
    const data = new Map<string, string>();
    const sent = sending.then(async () => {
      if (next === batch) next = undefined;
      await write(client, configMap, Object.fromEntries(data));
    });
    const batch = { data, sent };
    sending = sent.catch(() => undefined);
    return batch;
  };
  return {
    post: async (repositories) => {
      const batch = next === undefined || next.data.size >= MAX_ENTRIES ? newBatch() : next;
      next = batch;
      // A second push changes the entry of the first one, so that the leader does not remove the second one unread.
      const delivery = unique();
      for (const id of repositories) batch.data.set(entryName(id), `${delivery} ${id}`);
      return batch.sent;
    },
  };
}

async function write(
  client: PushConfigMapOptions['client'],
  configMap: ObjectName,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    await client.patch(CONFIG_MAPS, configMap, { data });
  } catch (error) {
    if (!isKubeError(error, 'NOT_FOUND')) throw error;
    await create(client, configMap, data);
  }
}

async function create(
  client: PushConfigMapOptions['client'],
  configMap: ObjectName,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    await client.create(CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...configMap }, data });
  } catch (error) {
    if (!isKubeError(error, 'ALREADY_EXISTS')) throw error;
    await client.patch(CONFIG_MAPS, configMap, { data });
  }
}

/** Returns a key for the ConfigMap, whose keys cannot contain slashes. */
function entryName(repository: string): string {
  return createHash('sha256').update(repository).digest('hex').slice(0, 32);
}

/** A repository in the ConfigMap. */
export interface PushEntry {
  readonly name: string;
  /** Differs for each delivery. */
  readonly delivery: string;
  /** The id of the repository. */
  readonly repository: string;
}

/** Returns the repositories in the ConfigMap. */
export function pushEntries(object: KubeObject): readonly PushEntry[] {
  return Object.entries(asConfigMap(object).data.raw).map(([name, value]) => {
    const text = typeof value === 'string' ? value : '';
    const space = text.indexOf(' ');
    return { name, delivery: text.slice(0, Math.max(0, space)), repository: text.slice(space + 1) };
  });
}
