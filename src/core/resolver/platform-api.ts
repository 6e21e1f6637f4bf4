import {
  comparePlatformApis,
  DEFAULT_PLATFORM_API,
  EXEC_ENV_API,
  EXTENSIONS_API,
  FIRST_RUN_TOML_API,
  MAXIMUM_SETTING,
  negotiatePlatformApi,
  oldestPlatformApi,
  type PlatformApi,
} from '../model/platform-api.ts';
import { EXEC_ENV_ANNOTATION } from '../model/exec-env.ts';
import { fieldError, type FieldPath } from '../model/problem.ts';
import type { BuilderImage } from './builder-image.ts';
import type { Report } from './report.ts';

/** The limits of the Platform API version of a Build, besides its builder. */
export interface PlatformApiLimits {
  /** The highest version that is allowed. `undefined`: a version above the default if nothing else works. */
  readonly maximum: PlatformApi | undefined;
  /** Where the maximum is set, for problems. Absent if problems do not name it. */
  readonly setting?: string;
  /** The execution environment that the Build names, which needs platform API 0.15. */
  readonly execEnv?: string;
  /** True if detect runs the builder's image extensions, which needs platform API 0.13. */
  readonly runsExtensions?: boolean;
}

/**
 * Returns the Platform API version of a builder's phases. With a maximum, it is the newest version that works. Without one, it
 * is the newest up to the default version, or else the oldest above. Reports a problem in kpack's words and returns `undefined` if
 * there is none.
 */
export function choosePlatformApi(
  builder: BuilderImage,
  limits: PlatformApiLimits,
  report: Report,
): PlatformApi | undefined {
  const api = selectPlatformApi(builder, limits.maximum);
  if (api === undefined) {
    report(fieldError(BUILDER_PATH, refusal(builder, limits), reasonOf(builder, limits)));
    return undefined;
  }
  const needs = needsOf(limits);
  const unmet = needs.filter(({ least }) => selectPlatformApi(builder, limits.maximum, least) === undefined);
  for (const need of unmet) report(fieldError(need.path, needRefusal(builder, need, limits)));
  if (unmet.length > 0) return undefined;
  // The last need is the newest version.
  return selectPlatformApi(builder, limits.maximum, needs.at(-1)?.least);
}

const BUILDER_PATH = ['spec', 'builder'] as const;

/** A feature that the lifecycle has since a version. */
interface Need {
  readonly least: PlatformApi;
  readonly path: FieldPath;
  readonly feature: string;
  readonly lifecycle: string;
  /** The advice if the builder lacks only run.toml. */
  readonly runTomlAdvice: string;
  /** How to build without the feature. */
  readonly alternative: string;
}

/** Returns the needs of a Build, the oldest version first. */
function needsOf({ execEnv, runsExtensions }: PlatformApiLimits): readonly Need[] {
  const extensions: Need = {
    least: EXTENSIONS_API,
    path: BUILDER_PATH,
    feature: 'the order of the builder has image extensions, which need',
    lifecycle: '0.19',
    // The controller publishes no builder with extensions, so its setting cannot help.
    runTomlAdvice: 'use a builder whose label names run images, or a builder without order-extensions',
    alternative: 'use a builder without order-extensions',
  };
  const environment: Need = {
    least: EXEC_ENV_API,
    path: ['metadata', 'annotations', EXEC_ENV_ANNOTATION],
    feature: `the execution environment ${JSON.stringify(execEnv)} needs`,
    lifecycle: '0.21',
    runTomlAdvice: `publish the builder again with ${MAXIMUM_SETTING}=${EXEC_ENV_API}, or use another builder`,
    alternative: 'build without an execution environment',
  };
  return [...(runsExtensions === true ? [extensions] : []), ...(execEnv === undefined ? [] : [environment])];
}

function selectPlatformApi(
  builder: BuilderImage,
  maximum: PlatformApi | undefined,
  least?: PlatformApi,
): PlatformApi | undefined {
  const { platformApis } = builder;
  const limit = maximum ?? DEFAULT_PLATFORM_API;
  const isUsable = (api: PlatformApi): boolean => works(api, builder) && (least === undefined || !isBefore(api, least));
  const within = negotiatePlatformApi(platformApis, (api) => !isBefore(limit, api) && isUsable(api));
  if (within !== undefined || maximum !== undefined) return within;
  return oldestPlatformApi(platformApis, isUsable);
}

/** Returns why a builder does not meet a need, with the setting or the version that is missing. */
function needRefusal(
  builder: BuilderImage,
  { least, feature, lifecycle, runTomlAdvice, alternative }: Need,
  { maximum, setting = 'CNB_PLATFORM_API' }: PlatformApiLimits,
): string {
  const need = `${feature} platform API ${least}`;
  if (selectPlatformApi(builder, undefined, least) !== undefined)
    return `${need}, but ${setting} is ${maximum}: raise it, or ${alternative}`;
  const hasApi = negotiatePlatformApi(builder.platformApis, (api) => !isBefore(api, least)) !== undefined;
  return hasApi && !builder.hasRunToml
    ? `${need}, which reads run.toml, and the builder image has none: ${runTomlAdvice}`
    : `${need}, but the builder has ${builder.platformApis.join(', ')}: use a builder with lifecycle ${lifecycle} or newer, or ${alternative}`;
}

/** Returns why no version works. A builder without a stack works only with run.toml. */
function refusal(builder: BuilderImage, limits: PlatformApiLimits): string {
  const api = apiWithStack(builder, limits);
  return api === undefined
    ? `unsupported builder platform API versions: ${builder.platformApis.join(',')}`
    : `builder image stack ID label not present: platform API ${api} requires the label`;
}

/** Returns the version with which a builder without a stack would work if it had one. */
function apiWithStack(
  builder: BuilderImage,
  { maximum = DEFAULT_PLATFORM_API }: PlatformApiLimits,
): PlatformApi | undefined {
  return selectPlatformApi({ ...builder, stackId: builder.stackId ?? 'any' }, maximum);
}

/** Returns what the builder lacks, and what to do. kpack's message ends with an empty list if the builder names no version. */
function reasonOf(builder: BuilderImage, limits: PlatformApiLimits): string | undefined {
  const { platformApis, factsAdvice } = builder;
  const { maximum, setting } = limits;
  if (platformApis.length === 0)
    return factsAdvice?.('lifecycle.apis.platform') ?? 'the builder image names no version; use another builder';
  const needed = selectPlatformApi(builder, undefined);
  if (needed === undefined && apiWithStack(builder, limits) !== undefined)
    return `use a builder with the label io.buildpacks.stack.id, or with run.toml and a lifecycle that supports platform API ${FIRST_RUN_TOML_API}`;
  if (needed === undefined || maximum === undefined || setting === undefined) return undefined;
  return `the builder works with platform API ${needed}, but ${setting} is ${maximum}: ask the operator to raise the setting, or use another builder`;
}

/** Returns the builder's Platform API versions that taskpack can use. */
export function usablePlatformApis(builder: BuilderImage): readonly PlatformApi[] {
  const isSupported = (api: PlatformApi): boolean =>
    negotiatePlatformApi([api], (candidate) => works(candidate, builder)) !== undefined;
  return builder.platformApis.filter(isSupported);
}

/** True if the builder's phases work at this version. Below run.toml, the lifecycle reads the stack. */
function works(api: PlatformApi, { hasRunToml, stackId }: BuilderImage): boolean {
  return isBefore(api, FIRST_RUN_TOML_API) ? stackId !== undefined : hasRunToml;
}

function isBefore(a: PlatformApi, b: PlatformApi): boolean {
  return comparePlatformApis(a, b) < 0;
}
