import SemVer from 'semver/classes/semver.js';

/** A CNB Platform API version: `major.minor`, spelled as the builder spells it. */
export type PlatformApi = string;

/** The Platform API versions that taskpack supports, preferred versions first (buildpacks/spec, platform.md). */
export const SUPPORTED_PLATFORM_APIS = ['0.15', '0.14', '0.13', '0.12', '0.11', '0.10', '0.9', '0.8', '0.7'] as const;

/**
 * The newest version that kpack supports. Without a maximum of the operator, a newer version is used only if nothing else works,
 * because the exporter writes the version into every image.
 */
export const DEFAULT_PLATFORM_API: PlatformApi = '0.9';

/** The setting with the highest version that the operator allows. */
export const MAXIMUM_SETTING = 'MAXIMUM_PLATFORM_API_VERSION';

/** The first version at which the detector runs image extensions without `CNB_EXPERIMENTAL_MODE` (lifecycle, cmd/lifecycle/detector.go). */
export const EXTENSIONS_API: PlatformApi = '0.13';

/** The first version with execution environments (buildpacks/spec, platform.md 0.15). */
export const EXEC_ENV_API: PlatformApi = '0.15';

/** The first version whose lifecycle reads run.toml. Builder images that kpack made have no run.toml. */
export const FIRST_RUN_TOML_API: PlatformApi = '0.12';

/** The first version whose rebaser accepts the previous image as an option. */
export const REBASE_API: PlatformApi = '0.11';

/** Compares two versions by number: `0.9` is before `0.10`. */
export function comparePlatformApis(a: PlatformApi, b: PlatformApi): number {
  return padded(a).compare(padded(b));
}

/** True if the lifecycle reads the run image from run.toml at this version, and not from stack.toml. */
export function readsRunToml(api: PlatformApi): boolean {
  return comparePlatformApis(api, FIRST_RUN_TOML_API) >= 0;
}

/** True if the text is a `major.minor` version, with or without a leading `v`. */
export function isPlatformApi(text: string): boolean {
  return /^v?(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/.test(text);
}

function padded(api: PlatformApi): SemVer {
  return new SemVer(`${api}.0`);
}

/**
 * Returns the newest version that taskpack, the builder and `isAllowed` accept, in the builder's spelling. Returns
 * `undefined` if there is no such version.
 */
export function negotiatePlatformApi(
  offered: readonly PlatformApi[],
  isAllowed: (api: PlatformApi) => boolean,
): PlatformApi | undefined {
  return firstOffered(SUPPORTED_PLATFORM_APIS, offered, isAllowed);
}

/** Returns the oldest version that taskpack, the builder and `isAllowed` accept, in the builder's spelling. */
export function oldestPlatformApi(
  offered: readonly PlatformApi[],
  isAllowed: (api: PlatformApi) => boolean,
): PlatformApi | undefined {
  return firstOffered(SUPPORTED_PLATFORM_APIS.toReversed(), offered, isAllowed);
}

function firstOffered(
  candidates: readonly PlatformApi[],
  offered: readonly PlatformApi[],
  isAllowed: (api: PlatformApi) => boolean,
): PlatformApi | undefined {
  for (const candidate of candidates) {
    const match = offered.find((api) => isPlatformApi(api) && api.replace('v', '') === candidate);
    if (match !== undefined && isAllowed(candidate)) return match;
  }
  return undefined;
}
