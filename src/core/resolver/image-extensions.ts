import { comparePlatformApis, isPlatformApi, type PlatformApi } from '../model/platform-api.ts';
import { fieldError, fieldWarning } from '../model/problem.ts';
import type { FullBuild } from '../model/resolved-build.ts';
import type { BuilderImage } from './builder-image.ts';
import type { Report } from './report.ts';

/** Lifecycles with this Platform API version read `order-extensions`, also at an older version (lifecycle 0.15.0). */
const FIRST_EXTENSIONS_API: PlatformApi = '0.10';

/**
 * Reports image extensions in the builder's order, because taskpack applies no Dockerfiles (buildpacks/spec, image_extension.md).
 *
 * The detector refuses such an order below Platform API 0.13 (lifecycle, `CNB_EXPERIMENTAL_MODE`), and later writes the run
 * image of the extensions to `analyzed.toml`, which detect only reads. The creator refuses an order only if an extension passes
 * detection, and older lifecycles do not read extensions: both get a warning.
 */
export function checkImageExtensions(
  builder: Pick<BuilderImage, 'image' | 'hasExtensions' | 'platformApis'>,
  containers: FullBuild['containers'],
  report: Report,
): void {
  if (!builder.hasExtensions) return;
  const isRefused = containers === 'per-phase' && builder.platformApis.some(readsExtensions);
  report(isRefused ? fieldError(PATH, refusal(builder.image)) : fieldWarning(PATH, ASSUMPTION));
}

const PATH = ['spec', 'builder'] as const;

const ASSUMPTION =
  'the builder has image extensions, which taskpack does not run: assumed that its buildpacks do not need them';

function refusal(image: string): string {
  return `builder image ${image} has image extensions in its order, and detect fails, because taskpack does not run extensions: use a builder without order-extensions, such as a ClusterBuilder of the same buildpacks`;
}

function readsExtensions(api: PlatformApi): boolean {
  return isPlatformApi(api) && comparePlatformApis(api, FIRST_EXTENSIONS_API) >= 0;
}
