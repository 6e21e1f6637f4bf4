import type { ClusterBuilder } from '../../core/api/kpack/cluster-builder.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import { DAEMON_SETS, SERVICE_ACCOUNTS } from '../../clients/kube/client/resources.ts';
import { ignoreKubeErrors } from '../../clients/kube/kube-error.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import type { Outcome } from '../../core/runtime/controller.ts';
import type { WarmNodeSettings } from '../../core/settings/controller-settings.ts';
import type { ReadableCache } from '../kit/readable-cache.ts';
import type { Controller } from '../kit/start-controller.ts';
import { daemonSet, isOwn, isUpToDate, type WarmObjects } from './daemon-set.ts';
import { wantedImages, type ImageSettings, type WantedImages } from './wanted-images.ts';

export interface WarmControllerOptions {
  readonly clusterBuilders: Pick<ReadableCache<ClusterBuilder>, 'store' | 'subscribe' | 'synced'>;
  readonly client: Pick<KubeClient, 'get' | 'apply' | 'delete'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly objects: WarmObjects;
  readonly settings: ImageSettings & { readonly warmNodes?: WarmNodeSettings };
  readonly times?: WarmTimes;
  /** Receives the images of each DaemonSet that is written. */
  readonly onWritten: (images: WantedImages) => void;
}

/** When the DaemonSet is written. Each write replaces a Pod on every node. */
export interface WarmTimes {
  /** The time from a change to its write. Changes in this time share the write. */
  readonly collectMs: number;
  /** The least time between two writes. */
  readonly intervalMs: number;
  /** The time until the DaemonSet is compared again, in case a user has deleted it. */
  readonly resyncMs: number;
}

const TIMES: WarmTimes = { collectMs: 5_000, intervalMs: 60_000, resyncMs: 600_000 };

/** An operator who applies the overlay after the setting waits for this time at most. */
const MAX_RETRY_DELAY_MS = 60_000;

/** The state between reconciles, as times of the monotonic clock. */
interface WriteState {
  /** When the DaemonSet was first seen to be outdated. */
  outdatedSinceMs?: number | undefined;
  writtenAtMs?: number;
}

/**
 * Returns the controller of the DaemonSet that makes nodes pull the images of Builds before the first Build. Without the setting, it
 * deletes the DaemonSet that an earlier process left.
 */
export function warmController(options: WarmControllerOptions): Controller {
  const { clusterBuilders, objects, settings } = options;
  const { name } = objects.daemonSet;
  const state: WriteState = {};
  return {
    name: 'warm-nodes',
    workers: 1,
    maxRetryDelayMs: MAX_RETRY_DELAY_MS,
    watch: async (enqueue) => {
      enqueue(name);
      if (settings.warmNodes !== undefined) clusterBuilders.subscribe(() => enqueue(name));
      return clusterBuilders.synced;
    },
    reconcile: async (_, signal) =>
      settings.warmNodes === undefined
        ? removeDaemonSet(options, signal)
        : writeDaemonSet(options, settings.warmNodes, state, signal),
  };
}

/** Without the overlay there is neither a DaemonSet nor the right to delete one. */
async function removeDaemonSet(options: WarmControllerOptions, signal: AbortSignal): Promise<Outcome> {
  const { client, objects } = options;
  if ((await ownerUid(options, signal)) === undefined) return { kind: 'done' };
  const current = await client.get(DAEMON_SETS, objects.daemonSet, { signal }).catch(ignoreKubeErrors('NOT_FOUND'));
  if (current !== undefined && isOwn(current))
    await client
      .delete(DAEMON_SETS, objects.daemonSet, { propagation: 'Background', signal })
      .catch(ignoreKubeErrors('NOT_FOUND'));
  return { kind: 'done' };
}

async function writeDaemonSet(
  options: WarmControllerOptions,
  nodes: WarmNodeSettings,
  state: WriteState,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clusterBuilders, client, clock, objects, settings, onWritten } = options;
  const { resyncMs } = options.times ?? TIMES;
  const uid = await ownerUid(options, signal);
  if (uid === undefined) return { kind: 'failed', error: new Error(missingOverlay(objects)) };
  const wanted = wantedImages(clusterBuilders.store.list(), settings);
  const entrypointImage = settings.images.entrypoint;
  const object = daemonSet({ objects, ownerUid: uid, entrypointImage, images: wanted.images, nodes });
  const current = await client.get(DAEMON_SETS, objects.daemonSet, { signal }).catch(ignoreKubeErrors('NOT_FOUND'));
  if (current !== undefined && !isOwn(current)) return { kind: 'failed', error: new Error(foreignDaemonSet(objects)) };
  if (isUpToDate(current, object)) {
    state.outdatedSinceMs = undefined;
    return { kind: 'requeue', afterMs: resyncMs };
  }
  state.outdatedSinceMs ??= clock.elapsed();
  const afterMs = dueAtMs(state.outdatedSinceMs, state.writtenAtMs, options.times ?? TIMES) - clock.elapsed();
  if (afterMs > 0) return { kind: 'requeue', afterMs };
  await client.apply(DAEMON_SETS, object, { force: true, signal });
  Object.assign(state, { outdatedSinceMs: undefined, writtenAtMs: clock.elapsed() });
  onWritten(wanted);
  return { kind: 'requeue', afterMs: resyncMs };
}

function dueAtMs(
  outdatedSinceMs: number,
  writtenAtMs: number | undefined,
  { collectMs, intervalMs }: WarmTimes,
): number {
  return Math.max(outdatedSinceMs + collectMs, (writtenAtMs ?? -Infinity) + intervalMs);
}

async function ownerUid({ client, objects }: WarmControllerOptions, signal: AbortSignal): Promise<string | undefined> {
  const { namespace } = objects.daemonSet;
  const account = await client
    .get(SERVICE_ACCOUNTS, { namespace, name: objects.serviceAccount }, { signal })
    .catch(ignoreKubeErrors('NOT_FOUND'));
  return account === undefined ? undefined : asObject(account).metadata.uid;
}

function foreignDaemonSet({ daemonSet: { namespace, name } }: WarmObjects): string {
  return `WARM_NODES is true, but the DaemonSet ${namespace}/${name} is not the controller's: delete that DaemonSet`;
}

function missingOverlay({ daemonSet: { namespace }, serviceAccount }: WarmObjects): string {
  return `WARM_NODES is true, but the ServiceAccount ${namespace}/${serviceAccount} does not exist: kubectl apply -k config/overlays/warm`;
}
