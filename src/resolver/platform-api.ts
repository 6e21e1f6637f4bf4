import {
  comparePlatformApis,
  FIRST_RUN_TOML_API,
  negotiatePlatformApi,
  type PlatformApi,
} from '../model/platform-api.ts';
import { fieldError, fieldWarning } from '../model/problem.ts';
import type { BuilderImage } from './builder-image.ts';
import type { Report } from './report.ts';

/** The first Platform API that runs image extensions, whose Dockerfiles nothing here would apply. */
const FIRST_EXTENSIONS_API: PlatformApi = '0.10';

/** The best version that the builder's lifecycle and the setting allow; kpack's words where there is none. */
export function choosePlatformApi(
  builder: BuilderImage,
  maximum: PlatformApi,
  report: Report,
): PlatformApi | undefined {
  const api = negotiatePlatformApi(builder.platformApis, (candidate) => isUsable(candidate, builder, maximum));
  const path = ['spec', 'builder'];
  if (builder.hasExtensions) {
    report(
      fieldWarning(path, 'the builder has image extensions, which are not run: assumed that buildpacks do without'),
    );
  }
  if (api === undefined) {
    report(fieldError(path, `unsupported builder platform API versions: ${builder.platformApis.join(',')}`));
  } else if (builder.stackId === undefined && isBefore(api, FIRST_RUN_TOML_API)) {
    report(fieldError(path, `builder image stack ID label not present, which platform API ${api} needs`));
  }
  return api;
}

function isUsable(api: PlatformApi, builder: BuilderImage, maximum: PlatformApi): boolean {
  if (isBefore(maximum, api)) return false;
  if (!builder.hasRunToml && !isBefore(api, FIRST_RUN_TOML_API)) return false;
  return !builder.hasExtensions || isBefore(api, FIRST_EXTENSIONS_API);
}

function isBefore(a: PlatformApi, b: PlatformApi): boolean {
  return comparePlatformApis(a, b) < 0;
}
