import type { Build } from '../api/kpack/build.ts';
import { negotiatePlatformApi, REBASE_API, type PlatformApi } from '../model/platform-api.ts';
import { fieldNote } from '../model/problem.ts';
import type { FullBuild, Rebase } from '../model/resolved-build.ts';
import { resolveBindings } from './bindings.ts';
import type { BuilderImage } from './builder-image.ts';
import { resolveCache } from './cache.ts';
import { resolveEnvironment } from './environment.ts';
import type { Report } from './report.ts';
import { resolveSource } from './source.ts';
import { resolveCreationTime } from './times.ts';
import type { World } from './world.ts';

/** A rebase and the Platform API that it is done by. */
export interface RebaseChoice {
  readonly rebase: Rebase;
  readonly platformApi: PlatformApi;
}

/**
 * kpack's rule: only the run image changed, and it is of the stack that was built on. It rebases by itself; here the
 * builder's own lifecycle does, so one that is too old for that builds in full.
 */
export function chooseRebase(build: Build, builder: BuilderImage, report: Report): RebaseChoice | undefined {
  const { lastBuild } = build.spec;
  const previousImage = lastBuild?.image ?? '';
  const reason = (build.metadata.annotations ?? {})['image.kpack.io/reason'];
  const sameStack = builder.stackId !== undefined && lastBuild?.stackId === builder.stackId;
  if (reason !== 'STACK' || previousImage === '' || !sameStack) return undefined;
  const platformApi = negotiatePlatformApi(builder.platformApis, (api) => api === REBASE_API);
  if (platformApi === undefined) {
    const message = `built in full: the builder's lifecycle does not speak platform API ${REBASE_API}, by which it could rebase`;
    report(fieldNote(['spec', 'builder'], message));
    return undefined;
  }
  const cache = resolveCache(build, report);
  const cacheTag = cache.kind === 'registry' ? { cacheTag: cache.tag } : {};
  return { rebase: { kind: 'rebase', previousImage, ...cacheTag }, platformApi };
}

/** Everything that only a build from source needs. */
export function resolveFullBuild(
  build: Build,
  world: World,
  created: number | undefined,
  report: Report,
): FullBuild | undefined {
  const { lastBuild, defaultProcess = '', projectDescriptorPath = '' } = build.spec;
  const source = resolveSource(build, report);
  const environment = resolveEnvironment(build, report);
  const bindings = resolveBindings(build, world, report);
  const cache = resolveCache(build, report);
  const creationTime = resolveCreationTime(build, created, report);
  const previousImage = lastBuild?.image ?? '';
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
  };
}
