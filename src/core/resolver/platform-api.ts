import {
  comparePlatformApis,
  FIRST_RUN_TOML_API,
  isPlatformApi,
  negotiatePlatformApi,
  type PlatformApi,
  SUPPORTED_PLATFORM_APIS,
} from '../model/platform-api.ts';
import { fieldError } from '../model/problem.ts';
import type { BuilderImage } from './builder-image.ts';
import type { Report } from './report.ts';

/**
 * Returns the newest Platform API version that the builder's lifecycle, taskpack and `maximum` allow. Reports a problem in
 * kpack's words and returns `undefined` if there is none.
 */
export function choosePlatformApi(
  builder: BuilderImage,
  maximum: PlatformApi,
  report: Report,
): PlatformApi | undefined {
  const api = negotiatePlatformApi(builder.platformApis, (candidate) => isUsable(candidate, builder, maximum));
  const path = ['spec', 'builder'];
  if (api === undefined) {
    report(
      fieldError(
        path,
        `unsupported builder platform API versions: ${builder.platformApis.join(',')}`,
        reasonOf(builder),
      ),
    );
  } else if (builder.stackId === undefined && isBefore(api, FIRST_RUN_TOML_API)) {
    report(fieldError(path, `builder image stack ID label not present: platform API ${api} requires the label`));
  }
  return api;
}

/** kpack's message ends with an empty list if the builder names no version. */
function reasonOf({ platformApis, factsAdvice }: BuilderImage): string | undefined {
  if (platformApis.length > 0) return undefined;
  return factsAdvice?.('lifecycle.apis.platform') ?? 'the builder image names no version; use another builder';
}

/** Returns the builder's Platform API versions that taskpack can use. */
export function usablePlatformApis(builder: BuilderImage): readonly PlatformApi[] {
  const [newest] = SUPPORTED_PLATFORM_APIS;
  return builder.platformApis.filter((api) => isPlatformApi(api) && isUsable(api.replace('v', ''), builder, newest));
}

function isUsable(api: PlatformApi, builder: BuilderImage, maximum: PlatformApi): boolean {
  if (isBefore(maximum, api)) return false;
  return builder.hasRunToml || isBefore(api, FIRST_RUN_TOML_API);
}

function isBefore(a: PlatformApi, b: PlatformApi): boolean {
  return comparePlatformApis(a, b) < 0;
}
