import type { Build } from '../api/kpack/build.ts';
import { cacheTagFault } from '../model/cache-tag.ts';
import { defined } from '../model/defined.ts';
import { reasonsOf } from '../model/image-metadata.ts';
import { negotiatePlatformApi, type PlatformApi, REBASE_API } from '../model/platform-api.ts';
import { fieldError, fieldNote } from '../model/problem.ts';
import type { Cache, FullBuild, Rebase } from '../model/resolved-build.ts';
import { resolveBindings } from './bindings.ts';
import type { BuilderImage } from './builder-image.ts';
import { cacheTagOfExecEnv, type BuildExecEnv } from './exec-env.ts';
import { resolveEnvironment } from './environment.ts';
import type { ReferencedObjects } from './referenced-objects.ts';
import { checkImage, checkObjectName, type Report } from './report.ts';
import { resolveSource } from './source.ts';
import { resolveCreationTime } from './times.ts';

/** A rebase and the Platform API version for it. */
export interface RebaseChoice {
  readonly rebase: Rebase;
  readonly platformApi: PlatformApi;
}

/**
 * Returns a rebase if kpack would rebase: only the run image changed, and the stack is the same. Otherwise returns
 * `undefined`. kpack rebases with its own code. taskpack uses the builder's lifecycle, so a lifecycle that is too old
 * requires a full build.
 */
export function chooseRebase(
  build: Build,
  builder: BuilderImage,
  execEnv: BuildExecEnv,
  report: Report,
): RebaseChoice | undefined {
  const { lastBuild } = build.spec;
  const previousImage = lastBuild?.image ?? '';
  const sameStack = builder.stackId !== undefined && lastBuild?.stackId === builder.stackId;
  if (reasonsOf(build.metadata) !== 'STACK' || previousImage === '' || !sameStack) return undefined;
  const platformApi = negotiatePlatformApi(builder.platformApis, (api) => api === REBASE_API);
  if (platformApi === undefined) {
    const message = `full build instead of a rebase, because the builder's lifecycle does not support platform API ${REBASE_API}`;
    report(fieldNote(['spec', 'builder'], message));
    return undefined;
  }
  if (builder.hasExtensions) {
    const message =
      'full build instead of a rebase, because an image extension of the builder can have chosen the run image';
    report(fieldNote(['spec', 'builder'], message));
    return undefined;
  }
  const cache = resolveCache(build, execEnv, report);
  const cacheTag = cache.kind === 'registry' ? { cacheTag: cache.tag } : {};
  return { rebase: { kind: 'rebase', previousImage, ...cacheTag }, platformApi };
}

/** The settings of a build from source, its execution environment and the creation time of the Build. */
interface FullBuildOptions extends Pick<FullBuild, 'containers'> {
  readonly buildExecEnv: BuildExecEnv;
  readonly created: number | undefined;
  readonly envFromSecrets: boolean;
}

/** Resolves the fields that only a build from source needs. Returns `undefined` if the source is invalid. */
export function resolveFullBuild(
  build: Build,
  objects: ReferencedObjects,
  { created, envFromSecrets, containers, buildExecEnv }: FullBuildOptions,
  report: Report,
): FullBuild | undefined {
  const { lastBuild, defaultProcess = '', projectDescriptorPath = '' } = build.spec;
  const source = resolveSource(build, report);
  const environment = resolveEnvironment(build, objects, envFromSecrets, report);
  const bindings = resolveBindings(build, objects, report);
  const cache = resolveCache(build, buildExecEnv, report);
  const creationTime = resolveCreationTime(build, created, report);
  const previousImage = lastBuild?.image ?? '';
  const { execEnv, skipsRestore } = buildExecEnv;
  if (source === undefined) return undefined;
  return {
    kind: 'build',
    source,
    environment,
    bindings,
    cache,
    ...(previousImage !== '' && { previousImage }),
    ...(defaultProcess !== '' && { defaultProcess }),
    ...(projectDescriptorPath !== '' && { projectDescriptorPath }),
    ...(creationTime !== undefined && { creationTime }),
    ...(execEnv !== undefined && { execEnv }),
    ...(skipsRestore === true && { skipsRestore }),
    containers,
  };
}

/** Resolves the cache of the environment. Like kpack, ignores a cache without a claim name or tag. */
function resolveCache(build: Build, buildExecEnv: BuildExecEnv, report: Report): Cache {
  const { cache, lastBuild } = build.spec;
  const { execEnv, skipsRestore } = buildExecEnv;
  const claim = cache?.volume?.persistentVolumeClaimName ?? '';
  if (claim !== '') {
    checkObjectName(claim, ['spec', 'cache', 'volume', 'persistentVolumeClaimName'], report);
    return { kind: 'volume', claim, ...defined({ execEnv }) };
  }
  const written = cache?.registry?.tag ?? '';
  if (written === '') return { kind: 'none' };
  const tag = cacheTagOfExecEnv(written, buildExecEnv);
  checkImage(tag, ['spec', 'cache', 'registry', 'tag'], report);
  const last = skipsRestore === true ? '' : (lastBuild?.cache?.image ?? '');
  if (last !== '') checkImage(last, ['spec', 'lastBuild', 'cache', 'image'], report);
  return { kind: 'registry', tag, restoreFrom: last === '' ? tag : last };
}

/**
 * Reports a registry cache whose tag is that of the builder or the run image. `validateCacheTag` has compared the Build's tags and its
 * source image with the tag that the Build names, but not with the tag of an execution environment.
 */
export function checkCacheTag(
  { spec: { cache, tags, source } }: Build,
  { execEnv, ...images }: { readonly builder: string; readonly runImage: string; readonly execEnv: BuildExecEnv },
  report: Report,
): void {
  const written = cache?.registry?.tag ?? '';
  const tag = cacheTagOfExecEnv(written, execEnv);
  const own = tag === written ? { tags: [] } : { tags, ...defined({ source: source.registry?.image }) };
  const fault = cacheTagFault(tag, { ...own, ...images });
  if (fault === undefined) return;
  report(fieldError(['spec', 'cache', 'registry', 'tag'], `invalid value: ${tag}`, `it ${fault}`));
}
