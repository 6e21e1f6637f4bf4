import type { BuildLimits } from '../../../../src/core/build-queue/next-in-turn.ts';
import { builderCaches } from '../../../../src/controller/builders/builder-kinds.ts';
import { imageCaches, type ImageCaches } from '../../../../src/controller/images/image-caches.ts';
import { imageController } from '../../../../src/controller/images/image-controller.ts';
import { sourceResolverCache } from '../../../../src/controller/sources/resolvers/source-resolver-controller.ts';
import { startController } from '../../../../src/controller/kit/start-controller.ts';
import type { KubeClient } from '../../../../src/clients/kube/client/kube-client.ts';
import { defined } from '../../../../src/core/model/defined.ts';
import { SYSTEM_CLOCK } from '../../../../src/core/runtime/clock.ts';
import { connected } from '../../kube/connected.ts';
import { makeActivity } from '../activity.ts';
import { ofNamespaces, readableOfNamespaces } from '../of-namespaces.ts';
import { rememberKeys } from '../remembered-keys.ts';

/** The running controller of Images on a cluster. */
export interface RunningImages {
  /** The successful writes, such as `create builds web-build-1`. */
  readonly writes: readonly string[];
  /** The errors of reconciles that are retried. */
  readonly failures: readonly string[];
  /** Waits until the controller has been idle for a while. */
  readonly settled: () => Promise<void>;
  readonly again: () => Promise<void>;
  /** Returns the number of tags that Images of several namespaces push to. */
  readonly sharedTags: () => number;
  /** True after the process was killed: no request is sent any more. */
  readonly isKilled: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface RunImagesOptions {
  /** The process is killed right after this number of writes. */
  readonly writesUntilKilled?: number | undefined;
  readonly limits?: BuildLimits;
  readonly defaultCacheSinceMs?: number;
  /** The time in milliseconds of this process. */
  readonly now?: () => number;
  /** Called after each write and before the controller has its response. */
  readonly afterWrite?: (write: string) => Promise<void>;
}

/** Starts the controller. */
export async function runImages(
  kubeconfig: string,
  namespace: string | readonly string[],
  {
    writesUntilKilled = Number.POSITIVE_INFINITY,
    limits = { cluster: Infinity, namespace: Infinity },
    defaultCacheSinceMs,
    now = SYSTEM_CLOCK.now,
    afterWrite = async () => undefined,
  }: RunImagesOptions = {},
): Promise<RunningImages> {
  const clock = { ...SYSTEM_CLOCK, now };
  const own = await connected(kubeconfig);
  const end = new AbortController();
  const writes: string[] = [];
  const activity = makeActivity();
  const dependencies = {
    transport: own.transport,
    clock,
    random: Math.random,
    ...(typeof namespace === 'string' && { namespace }),
    report: ({ error }: { readonly error: unknown }) => void activity.failures.push(String(error)),
    signal: end.signal,
  };
  const client = killedAfter(own.client, writesUntilKilled, writes, afterWrite);
  const all = imageCaches(dependencies, builderCaches(dependencies), sourceResolverCache(dependencies), {});
  const caches = typeof namespace === 'string' ? all : within(namespace, all);
  let sharedTags: (() => number) | undefined;
  const controller = imageController({
    caches,
    client,
    workers: 4,
    usesPriorityClasses: false,
    ...defined({ defaultCacheSinceMs }),
    limits,
    setSharedTags: (count) => {
      sharedTags = count;
    },
    clock,
  });
  const remembering = rememberKeys(controller);
  const shell = { clock, drainTimeoutMs: 5_000, metrics: activity.metrics };
  const run = startController(remembering.controller, shell, end.signal);
  return {
    writes,
    failures: activity.failures,
    sharedTags: () => sharedTags?.() ?? 0,
    settled: activity.settled,
    isKilled: () => writes.length >= writesUntilKilled,
    again: async () => {
      remembering.enqueueAll();
      await activity.settled();
    },
    stop: async () => {
      end.abort();
      await run;
      await own.close();
    },
  };
}

function within(namespaces: readonly string[], caches: ImageCaches): ImageCaches {
  const { images, resolvers, builds, claims } = caches;
  return {
    ...caches,
    images: readableOfNamespaces(images, namespaces),
    resolvers: readableOfNamespaces(resolvers, namespaces),
    builds: { ...builds, ...ofNamespaces(builds, namespaces) },
    claims: { ...claims, ...ofNamespaces(claims, namespaces) },
  };
}

type Client = Pick<KubeClient, 'get' | 'list' | 'create' | 'patch' | 'delete'>;

/** Returns a client that sends nothing after a number of writes, and never tells about the last one. */
function killedAfter(
  client: Client,
  limit: number,
  writes: string[],
  afterWrite: (write: string) => Promise<void>,
): Client {
  const alive = (): void => {
    if (writes.length >= limit) throw new Error('the process was killed');
  };
  const written = async <T>(what: string, value: T): Promise<T> => {
    writes.push(what);
    await afterWrite(what);
    alive();
    return value;
  };
  return {
    get: async (...args) => {
      alive();
      return client.get(...args);
    },
    list: (...args) => {
      alive();
      return client.list(...args);
    },
    create: async (resource, object, options) => {
      alive();
      const created = await client.create(resource, object, options);
      return written(`create ${resource.plural} ${object.metadata.name}`, created);
    },
    patch: async (resource, name, patch, options) => {
      alive();
      const patched = await client.patch(resource, name, patch, options);
      return written(`${options?.subresource ?? 'patch'} ${resource.plural} ${name.name}`, patched);
    },
    delete: async (resource, name, options) => {
      alive();
      await client.delete(resource, name, options);
      await written(`delete ${resource.plural} ${name.name}`, undefined);
    },
  };
}
