import { builderControllers } from '../../controller/builders/builder-controller.ts';
import { builderCaches, CLUSTER_BUILDERS, type BuilderCaches } from '../../controller/builders/builder-kinds.ts';
import { DEFAULT_RECHECK_INTERVALS } from '../../controller/buildpack-resources/recheck-schedule.ts';
import { buildpackResourceCaches } from '../../controller/buildpack-resources/resource-caches.ts';
import { buildpackResourceControllers } from '../../controller/buildpack-resources/resource-controller.ts';
import { buildController } from '../../controller/builds/build-controller.ts';
import { imageCaches } from '../../controller/images/image-caches.ts';
import { imageController } from '../../controller/images/image-controller.ts';
import { networkController } from '../../controller/networks/network-controller.ts';
import { pushCache, pushController } from '../../controller/sources/git-pushes/push-controller.ts';
import {
  sourceResolverCache,
  sourceResolverController,
} from '../../controller/sources/resolvers/source-resolver-controller.ts';
import type { CacheDependencies } from '../../controller/kit/object-cache.ts';
import type { ReadableCache } from '../../controller/kit/readable-cache.ts';
import type { Controller } from '../../controller/kit/start-controller.ts';
import type { SourceResolver } from '../../core/api/kpack/source-resolver.ts';
import { defined } from '../../core/model/defined.ts';
import { readPhaseStarts } from '../../insight/logs/read-phase-starts.ts';
import { readLogTail } from '../../insight/logs/read-log-tail.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { ControllerSettings } from '../../core/settings/controller-settings.ts';
import { buildLimits, countedBuilds } from './build-limits.ts';
import type { ControllersContext } from './controllers-context.ts';
import { reportFinishedBuild } from './finished-builds.ts';
import { secretsReader } from './secrets-reader.ts';
import { warmNodes } from './warm-nodes.ts';

/** Returns all controllers. Their caches start to fill at once. */
export function createControllers(context: ControllersContext): readonly Controller[] {
  const builders = builderCaches(context.caches);
  const resolvers = sourceResolverCache(context.caches);
  return [
    builds(context, builders),
    ...builderControllersOf(context, builders),
    sourceResolvers(context, resolvers),
    images(context, builders, resolvers),
    ...pushes(context, resolvers),
    ...warmNodes(context, builders),
    networkController(context.networks, context.recordEvent),
  ];
}

/** Each of these workers reads from a registry, or writes to one. */
const MAX_REGISTRY_WORKERS = 8;

/** Returns the controllers of builders and of buildpack resources. */
function builderControllersOf(
  { process: { settings }, client, caches, access, recordEvent }: ControllersContext,
  builders: BuilderCaches,
): readonly Controller[] {
  const { now } = SYSTEM_CLOCK;
  const { random } = Math;
  const resources = buildpackResourceCaches(caches);
  const intervals = { ...DEFAULT_RECHECK_INTERVALS, tagMs: settings.tagRecheckIntervalSeconds * 1000 };
  const workers = Math.min(settings.workers, MAX_REGISTRY_WORKERS);
  const common = { client, access, workers, now, random, intervals, recordEvent };
  const { maximumPlatformApi, signatureFormat } = settings;
  return [
    ...buildpackResourceControllers(resources, common),
    ...builderControllers(builders, { ...common, resources, maximumPlatformApi, signatureFormat }),
  ].filter(({ name }) => !leavesToKpack(name, settings, caches));
}

/**
 * True for ClusterBuilders if kpack's controller may run beside this controller of one namespace: both controllers would push the
 * image of each ClusterBuilder in turns. Both may write the statuses of the other resources, because they agree.
 */
export function leavesToKpack(
  controller: string,
  { allowKpack }: Pick<ControllerSettings, 'allowKpack'>,
  { namespace }: Pick<CacheDependencies, 'namespace'>,
): boolean {
  return controller === CLUSTER_BUILDERS.resource.plural && allowKpack && namespace !== undefined;
}

/** Returns the controller of SourceResolvers. */
function sourceResolvers(
  { process: { settings, telemetry }, client, git, versions, networks, recordEvent }: ControllersContext,
  cache: ReadableCache<SourceResolver>,
): Controller {
  const { workers, sourcePollIntervalSeconds, comparesSubPaths } = settings;
  const pollIntervalMs = sourcePollIntervalSeconds * 1000;
  const { now } = SYSTEM_CLOCK;
  const { random } = Math;
  const onResolved = telemetry.sources.resolution;
  return sourceResolverController({
    cache,
    client,
    git,
    versions,
    networks,
    workers,
    pollIntervalMs,
    comparesSubPaths,
    now,
    random,
    recordEvent,
    onResolved,
  });
}

/** Returns the controller that asks about repositories that were pushed to, if git servers report pushes. */
function pushes(
  { client, caches, git, pushes: configMap }: ControllersContext,
  resolvers: ReadableCache<SourceResolver>,
): readonly Controller[] {
  return configMap === undefined
    ? []
    : [pushController({ cache: pushCache(configMap, caches), client, git, resolvers, configMap })];
}

/** Returns the controller of Images. */
function images(
  { process: { settings, telemetry }, client, caches, recordEvent }: ControllersContext,
  builders: BuilderCaches,
  resolvers: ReadableCache<SourceResolver>,
): Controller {
  const { workers, usesPriorityClasses, defaultCacheSinceMs } = settings;
  const { images: metrics } = telemetry;
  const limits = buildLimits(settings, caches.namespace);
  const cached = imageCaches(caches, builders, resolvers, countedBuilds(limits));
  metrics.setImages(() => cached.images.store.list());
  const onBuildCreated = metrics.buildCreated;
  return imageController({
    caches: cached,
    client,
    workers,
    usesPriorityClasses,
    ...defined({ defaultCacheSinceMs }),
    limits,
    setWaiting: metrics.setWaiting,
    setSharedTags: metrics.setSharedTags,
    clock: SYSTEM_CLOCK,
    recordEvent,
    onBuildCreated,
  });
}

/** The part of a log in a Build's status, as in kpack's message (kpack, pkg/reconciler/build). */
const TAIL = { lines: 10, bytes: 800 };

/** Returns the controller of Builds. */
function builds(context: ControllersContext, builders: BuilderCaches): Controller {
  const { client, caches, access, networks, recordEvent } = context;
  const { settings, telemetry, tracer } = context.process;
  const { log, contexts, builds: metrics } = telemetry;
  return buildController({
    settings,
    caches,
    builders,
    workers: settings.workers,
    client,
    setUnfinished: metrics.setUnfinished,
    onFinished: (build, pod) => reportFinishedBuild({ metrics, log, tracer }, build, pod),
    traceContextOf: (uid) => tracer?.contextOf(uid),
    registry: access,
    networks: networks.networks,
    recordEvent,
    recordBackend: (backend) => contexts.note({ backend }),
    clock: SYSTEM_CLOCK,
    readSecrets: secretsReader(client),
    readLogTail: async (container, mask) => readLogTail(client, { ...container, ...TAIL }, mask),
    readPhaseStarts: async (container) => readPhaseStarts(client, container),
  });
}
