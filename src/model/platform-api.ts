import SemVer from 'semver/classes/semver.js';

/** A CNB Platform API version, `major.minor` as the builder writes it. */
export type PlatformApi = string;

/** Versions this translation can speak, best first (buildpacks/spec, platform.md of each version). */
export const SPOKEN_PLATFORM_APIS = ['0.14', '0.13', '0.12', '0.11', '0.10', '0.9', '0.8', '0.7'] as const;

/** kpack 0.17 speaks nothing newer, so a Build translated by default runs as it does there. */
export const DEFAULT_MAXIMUM_PLATFORM_API: PlatformApi = '0.9';

/** From this version on the lifecycle reads run.toml, which kpack's builders do not carry. */
export const FIRST_RUN_TOML_API: PlatformApi = '0.12';

/** The first version whose rebaser takes the previous image by itself. */
export const REBASE_API: PlatformApi = '0.11';

/** `0.9` comes before `0.10`. */
export function comparePlatformApis(a: PlatformApi, b: PlatformApi): number {
  return padded(a).compare(padded(b));
}

/** Whether the text is a `major.minor` version, with or without a leading `v`. */
export function isPlatformApi(text: string): boolean {
  return /^v?(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/.test(text);
}

function padded(api: PlatformApi): SemVer {
  return new SemVer(`${api}.0`);
}

/** The best version that both sides speak and the maximum allows, in the builder's own spelling. */
export function negotiatePlatformApi(
  offered: readonly PlatformApi[],
  isAllowed: (api: PlatformApi) => boolean,
): PlatformApi | undefined {
  for (const spoken of SPOKEN_PLATFORM_APIS) {
    const match = offered.find((api) => isPlatformApi(api) && api.replace('v', '') === spoken);
    if (match !== undefined && isAllowed(spoken)) return match;
  }
  return undefined;
}
