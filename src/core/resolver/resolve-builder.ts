import type { Build } from '../api/kpack/build.ts';
import type { BuildPolicy } from '../model/build-policy.ts';
import { defined } from '../model/defined.ts';
import { BUILDER_KIND_ANNOTATION, BUILDER_NAME_ANNOTATION } from '../model/image-metadata.ts';
import { MAXIMUM_SETTING, type PlatformApi } from '../model/platform-api.ts';
import type { FullBuild, Rebase } from '../model/resolved-build.ts';
import type { ResolvedBuilder } from '../model/resolved-builder.ts';
import type { BuilderImage } from './builder-image.ts';
import { resolveExtensions } from './image-extensions.ts';
import { choosePlatformApi } from './platform-api.ts';
import type { Report } from './report.ts';
import { resolveSystemBuildpacks } from './system-buildpacks.ts';
import { resolveLifecycle } from './trusted-lifecycle.ts';

/** The operation of a Build, as far as it decides about the builder. */
export interface BuilderUse {
  /** `undefined` if the Build has an error. */
  readonly operation: FullBuild | Rebase | undefined;
  /** The Platform API version of a rebase. `undefined` for a build from source. */
  readonly rebaseApi: PlatformApi | undefined;
  readonly containers: FullBuild['containers'];
  readonly runImage: string;
  /** The execution environment that the Build names. */
  readonly execEnv: string | undefined;
  readonly policy: BuildPolicy;
  /** True if image extensions of the builders in `extensionBuilders` may extend the build image, as root. */
  readonly extendsBuildImages: boolean;
}

/** Resolves what a workload depends on of a builder image. Returns `undefined` and reports a problem if no Platform API version works. */
export function resolveBuilder(
  build: Build,
  builder: BuilderImage,
  use: BuilderUse,
  report: Report,
): ResolvedBuilder | undefined {
  const { operation, rebaseApi, execEnv, policy } = use;
  const { image, uid, gid, hasRunToml, runImages } = builder;
  const fromSource = rebaseApi === undefined ? resolveForSource(builder, use, report) : { platformApi: rebaseApi };
  const lifecycle = resolveLifecycle(builder, operation, policy, report);
  if (fromSource === undefined) return undefined;
  return {
    image,
    uid,
    gid,
    ...fromSource,
    ...defined({ lifecycle }),
    ...(!hasRunToml && execEnv !== undefined && { runImages }),
    ...builderResource(build),
  };
}

/** Resolves what only a build from source depends on. */
function resolveForSource(
  builder: BuilderImage,
  use: BuilderUse,
  report: Report,
): Pick<ResolvedBuilder, 'platformApi' | 'extensions' | 'systemBuildpacks'> | undefined {
  const { execEnv, policy } = use;
  const extensions = resolveExtensions(builder, use, report);
  // prepare writes run.toml for an execution environment, because builders as kpack makes them have none.
  const readable = { ...builder, hasRunToml: builder.hasRunToml || execEnv !== undefined };
  const limits = {
    maximum: policy.maximumPlatformApi,
    setting: MAXIMUM_SETTING,
    ...defined({ execEnv }),
    runsExtensions: extensions !== undefined,
  };
  const platformApi = choosePlatformApi(readable, limits, report);
  if (platformApi === undefined) return undefined;
  const systemBuildpacks = resolveSystemBuildpacks(builder, platformApi, policy.systemBuildpacks, report);
  return { platformApi, ...defined({ extensions, systemBuildpacks }) };
}

/**
 * Returns the Builder or ClusterBuilder: from the reference, or from the annotations that kpack's Image controller
 * sets.
 */
function builderResource({ metadata, spec }: Build): Pick<ResolvedBuilder, 'resource'> {
  const { annotations = {} } = metadata;
  const kind = spec.builder.ref?.kind ?? annotations[BUILDER_KIND_ANNOTATION] ?? '';
  const name = spec.builder.ref?.name ?? annotations[BUILDER_NAME_ANNOTATION] ?? '';
  return kind === '' || name === '' ? {} : { resource: { kind, name } };
}
