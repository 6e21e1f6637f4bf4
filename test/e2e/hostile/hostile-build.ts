import { mkdirSync, writeFileSync, chmodSync } from 'node:fs';
import path from 'node:path';
import { DEBUG_ANNOTATION, debugAnnotation } from '../../../src/core/model/debug-mode.ts';
import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { pathsOf, phaseOf, type BuildPaths, type PhaseContainer } from './build-paths.ts';
import { orderDirectoryOf } from './changed-builder.ts';
import { applicationFiles, type Attack } from './hostile-application.ts';
import { ACCOUNT_NAME, IDENTIFIED_ACCOUNT, NAMESPACE, SOURCES_CLAIM, type HostileBed } from './hostile-bed.ts';
import { STARTED_EARLY, TRIED } from './hostile-buildpack.ts';
import { pushHostileCache, writeHostileCache } from './hostile-cache.ts';
import { pushHostilePreviousImage } from './hostile-previous-image.ts';
import { backendObjects, isTask, type Backend, type CachePlace } from './hostile-objects.ts';

/** One Build of an application that attacks. */
export interface HostileBuild {
  readonly attacks: readonly Attack[];
  /** The kind of the Build's cache. The default is `registry`. */
  readonly cache?: CachePlace['kind'];
  /** The Platform API of the Build. The default is taskpack's. */
  readonly platformApi?: string;
  /** True if the platform allows the Build the cloud identity of its account. */
  readonly isIdentified?: boolean;
  /** True if the failed phases are held for a user, who does not answer. The Build may push its image. */
  readonly isDebugged?: boolean;
  /** True if a Dockerfile runs the attacks as root first. */
  readonly runsAsRoot?: boolean;
  /** True if the test takes out the paths that no builder image can foresee. */
  readonly isForeseen?: boolean;
}

/** A Build as it is created on the cluster: the objects that it needs, the workload last. */
export interface HostileWorkload {
  readonly name: string;
  readonly objects: readonly KubernetesObject[];
  readonly app: string;
  readonly cache: CachePlace;
  /** One of these outputs shows that the attacks were tried. */
  readonly tried: readonly string[];
}

/** Translates a Build for a backend, and prepares its source and its cache. */
export async function hostileWorkload(
  bed: HostileBed,
  backend: Backend,
  name: string,
  build: HostileBuild,
): Promise<HostileWorkload> {
  const { attacks, platformApi, isIdentified = false, isForeseen = false, isDebugged = false } = build;
  const { cluster, builders } = bed;
  const registry = registryOf(bed, build);
  const cache = await cachePlace(bed, backend, name, build);
  const inputs = {
    name,
    app: `${registry.address}/app/${name}`,
    builder: builderOf(bed, build),
    runImage: builders.runImage,
    source: `${cluster.registry.address}/source/${name}`,
    cache,
    account: isIdentified ? IDENTIFIED_ACCOUNT : ACCOUNT_NAME,
    settings: {
      ...((build.runsAsRoot || attacks.some((attack) => OF_BUILDERS.includes(attack))) && {
        LIFECYCLE_IMAGES: `0.20.12=${builders.lifecycle}`,
      }),
      ...(build.runsAsRoot && {
        EXTENSION_BUILDERS: builders.extending.replace(/@.*$/, ''),
        // The runtime of the node has no user namespaces.
        EXTENSION_USER_NAMESPACES: 'false',
      }),
      WORKLOAD_IDENTITY: isIdentified ? 'always' : 'never',
    },
    ...(platformApi !== undefined && { platformApi }),
    ...(isDebugged && { annotations: HELD }),
  };
  const made = await backendObjects(bed, backend, inputs);
  const foreseen = attacks.includes('linked') ? orderDirectoryOf(builders.attacking) : '';
  const translated = isForeseen ? withForeseenPaths(made, foreseen) : made;
  const objects = attacks.includes('covered') ? coveredBy(builders, translated) : translated;
  if (platformApi !== undefined) expectPlatformApi(phasesOf(objects), platformApi);
  const paths = pathsOf(phasesOf(objects), backend === 'init' || backend === 'containers' ? 'pod' : 'steps');
  const files = applicationFiles(bed, attacks, paths);
  if (isTask(backend)) writeSource(bed, name, files);
  else await pushSource(bed, name, files);
  await fillCache(bed, build, { cache, paths });
  await pushHostilePreviousImage(inputs.app, attacks, paths);
  const tried = attacks.some((attack) => attack.startsWith('early-by-')) ? [TRIED, STARTED_EARLY] : [TRIED];
  return { name, objects, app: inputs.app, cache, tried };
}

/** A hold of a few seconds, so that the process of the buildpack has time to answer. */
const HELD = { [DEBUG_ANNOTATION]: debugAnnotation({ stop: { kind: 'on-failure' }, timeoutSeconds: 3, pushes: true }) };

/** Attacks of a builder image. Only the setting `LIFECYCLE_IMAGES` stops them. Nothing else needs the setting. */
const OF_BUILDERS: readonly Attack[] = ['lifecycle', 'covered', 'linked'];

function builderOf({ builders }: HostileBed, { attacks, runsAsRoot }: HostileBuild): string {
  if (runsAsRoot) return builders.extending;
  if (attacks.includes('lifecycle')) return builders.replacedLifecycle;
  return attacks.includes('linked') ? builders.linked : builders.attacking;
}

/** Translates a Build whose builder image covers the waiter. */
export async function coveringWorkload(bed: HostileBed): Promise<readonly KubernetesObject[]> {
  const { cluster, registry, builders } = bed;
  const name = 'covering';
  return backendObjects(bed, 'taskrun', {
    name,
    app: `${registry.address}/app/${name}`,
    builder: builders.covering,
    runImage: builders.runImage,
    source: `${cluster.registry.address}/source/${name}`,
    cache: { kind: 'registry', tag: `${registry.address}/cache/${name}` },
    account: ACCOUNT_NAME,
    settings: { LIFECYCLE_IMAGES: `0.20.12=${builders.lifecycle}` },
  });
}

/** taskpack refuses the image, so it takes the place of another builder afterwards. */
function coveredBy(
  { attacking, covering }: HostileBed['builders'],
  objects: readonly KubernetesObject[],
): readonly KubernetesObject[] {
  const reference = new RegExp(`[^"]*@${attacking.replace(/^.*@/, '')}`, 'g');
  return JSON.parse(JSON.stringify(objects).replaceAll(reference, covering)) as readonly KubernetesObject[];
}

/** Returns the objects with the waiter, the tokens and the marks below a directory that a builder image can foresee. */
function withForeseenPaths(objects: readonly KubernetesObject[], directory: string): readonly KubernetesObject[] {
  const text = JSON.stringify(objects).replaceAll(/\/taskpack-[0-9a-f]{32}(?=\/)/g, directory);
  return JSON.parse(text) as readonly KubernetesObject[];
}

/** An account with an identity lists no login. The cluster's registry needs none. */
function registryOf({ registry, cluster }: HostileBed, { isIdentified = false }: HostileBuild): Registry {
  return isIdentified ? cluster.registry : registry;
}

/** taskpack uses an older version without a message if a builder lacks a file of the newer one. prepare checks a parameter. */
function expectPlatformApi(phases: readonly PhaseContainer[], platformApi: string): void {
  const { value } = phaseOf(phases, 'export').env?.find(({ name }) => name === 'CNB_PLATFORM_API') ?? {};
  const isKnown = value !== undefined && !value.includes('$(');
  if (isKnown && value !== platformApi) throw new Error(`the Build has Platform API ${value}, not ${platformApi}`);
}

/** Returns the phases of a Pod, a TaskRun or a Task among the objects. */
export function phasesOf(objects: readonly KubernetesObject[]): readonly PhaseContainer[] {
  return objects.flatMap(({ spec }) => {
    const { initContainers = [], containers = [], steps = [], taskSpec } = (spec ?? {}) as WorkloadSpec;
    return [...initContainers, ...containers, ...steps, ...(taskSpec?.steps ?? [])];
  });
}

/** The fields of a Pod's, a Task's and a TaskRun's spec that hold phases. */
export interface WorkloadSpec {
  readonly initContainers?: readonly PhaseContainer[];
  readonly containers?: readonly PhaseContainer[];
  readonly steps?: readonly PhaseContainer[];
  readonly taskSpec?: { readonly steps: readonly PhaseContainer[] };
}

async function cachePlace(bed: HostileBed, backend: Backend, name: string, build: HostileBuild): Promise<CachePlace> {
  if (build.cache !== 'volume') return { kind: 'registry', tag: `${registryOf(bed, build).address}/cache/${name}` };
  const claim = `cache-of-${name}`;
  // Tekton refuses a run whose workspaces name two claims.
  if (isTask(backend)) return { kind: 'volume', claim: SOURCES_CLAIM, subPath: claim, folder: folderIn(bed, claim) };
  return { kind: 'volume', claim, folder: await createFolderClaim(bed.cluster, { name: claim, namespace: NAMESPACE }) };
}

async function fillCache(
  bed: HostileBed,
  { attacks }: HostileBuild,
  { cache, paths }: { readonly cache: CachePlace; readonly paths: BuildPaths },
): Promise<void> {
  if (cache.kind === 'volume') writeHostileCache(bed, cache.folder, attacks, paths);
  else await pushHostileCache(bed, cache.tag, attacks, paths);
}

async function pushSource(
  { cluster }: HostileBed,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const entries = Object.entries(files).map(
    ([file, content]) => ({ path: `/${file}`, kind: 'file', mode: 0o755, content }) as const,
  );
  const image = makeImage({ config: PLATFORM, layers: [makeLayer(entries)] });
  await pushImage(image, { url: cluster.registry.url, repository: `source/${name}` }, 'latest');
}

function writeSource(bed: HostileBed, name: string, files: Readonly<Record<string, string>>): void {
  const folder = folderIn(bed, name);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content, { mode: 0o755 });
  }
}

/** Makes a folder in the claim of sources that every user can write to. */
function folderIn({ sources }: HostileBed, name: string): string {
  const folder = path.join(sources, name);
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  return folder;
}
