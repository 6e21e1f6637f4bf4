import { isApiAtLeast } from './api-versions.ts';

/** From this Platform API on, a mixin of both images is one without a stage (buildpacks/rfcs 0088). */
const FIRST_RELAXED_PLATFORM_API = '0.7';

/** Whether a lifecycle relaxes what mixins a buildpack must find, as kpack asks it. */
export function relaxesMixins(platformApis: readonly string[]): boolean {
  return platformApis.some((api) => isApiAtLeast(api, FIRST_RELAXED_PLATFORM_API));
}

/** The mixins that a buildpack needs and the stack lacks. */
export function missingMixins(
  required: readonly string[],
  provided: readonly string[],
  relaxed: boolean,
): readonly string[] {
  return required.filter((mixin) => !provided.includes(mixin) && !(relaxed && isProvidedByStages(mixin, provided)));
}

/** `build:git` is there where `git` is, and `git` where both `build:git` and `run:git` are. */
function isProvidedByStages(mixin: string, provided: readonly string[]): boolean {
  const bare = /^(?:build|run):(.*)$/s.exec(mixin)?.[1];
  if (bare !== undefined) return provided.includes(bare);
  return provided.includes(`build:${mixin}`) && provided.includes(`run:${mixin}`);
}
