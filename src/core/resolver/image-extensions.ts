import type { BuildPolicy } from '../model/build-policy.ts';
import { defined } from '../model/defined.ts';
import { comparePlatformApis, isPlatformApi, type PlatformApi } from '../model/platform-api.ts';
import { fieldError, fieldWarning } from '../model/problem.ts';
import type { FullBuild } from '../model/resolved-build.ts';
import { matchesRepositoryPattern } from '../model/repository-patterns.ts';
import type { AllowedExtensions, ExtensionRoot } from '../model/resolved-builder.ts';
import type { RunImages } from '../model/run-images.ts';
import type { BuilderImage } from './builder-image.ts';
import type { Report } from './report.ts';

/** Lifecycles with this Platform API version read `order-extensions`, also at an older version (lifecycle 0.15.0). */
const FIRST_READ_API: PlatformApi = '0.10';

/**
 * Returns what the image extensions of a builder's order may do (buildpacks/spec, image_extension.md). Returns `undefined` if detect
 * runs no extension, and reports a warning if the order has some.
 *
 * The creator refuses such an order only if an extension passes detection, and older lifecycles do not read extensions: both get a
 * warning.
 */
export function resolveExtensions(
  builder: Pick<BuilderImage, 'image' | 'hasExtensions' | 'platformApis' | 'runImages'>,
  use: ExtensionUse,
  report: Report,
): AllowedExtensions | undefined {
  if (!builder.hasExtensions) return undefined;
  const { containers, runImage, policy } = use;
  if (containers === 'per-phase' && readsExtensions(builder))
    return {
      runImages: [...new Set([runImage, ...namesIn(builder.runImages)])],
      runImagePatterns: policy.extensionRunImagePatterns,
      ...defined({ root: rootOf(builder, use) }),
    };
  report(fieldWarning(PATH, containers === 'creator' ? CREATOR_WARNING : LIFECYCLE_WARNING));
  return undefined;
}

/** The Build, as far as it decides what image extensions may do. */
export interface ExtensionUse {
  readonly containers: FullBuild['containers'];
  readonly runImage: string;
  readonly extendsBuildImages: boolean;
  readonly policy: Pick<BuildPolicy, 'extensionRunImagePatterns' | 'extensionBuilders' | 'extensionUserNamespaces'>;
}

function rootOf(
  { image }: Pick<BuilderImage, 'image'>,
  { policy, extendsBuildImages }: ExtensionUse,
): ExtensionRoot | undefined {
  if (!extendsBuildImages || !matchesRepositoryPattern(policy.extensionBuilders, image)) return undefined;
  return policy.extensionUserNamespaces ? 'user-namespace' : 'node';
}

/** Refuses image extensions in a generated Task, whose steps are the same for all builders. */
export function refuseExtensions(
  builder: Pick<BuilderImage, 'image' | 'hasExtensions' | 'platformApis'>,
  report: Report,
): void {
  if (!builder.hasExtensions) return;
  report(readsExtensions(builder) ? fieldError(PATH, refusal(builder.image)) : fieldWarning(PATH, LIFECYCLE_WARNING));
}

const PATH = ['spec', 'builder'] as const;

const LIFECYCLE_WARNING =
  'the builder has image extensions, which its lifecycle does not run: assumed that its buildpacks do not need them';
const CREATOR_WARNING =
  'the builder has image extensions, which do not run in one container: the Build fails if one of them passes detection, so remove the builder from CREATOR_BUILDERS';

function refusal(image: string): string {
  return `builder image ${image} has image extensions in its order, and the Task runs none: use a builder without order-extensions, or a kpack Build`;
}

function readsExtensions({ platformApis }: Pick<BuilderImage, 'platformApis'>): boolean {
  return platformApis.some((api) => isPlatformApi(api) && comparePlatformApis(api, FIRST_READ_API) >= 0);
}

/** Returns the references of all run images and their mirrors. */
function namesIn({ stack, images = [] }: RunImages): readonly string[] {
  return [...(stack === undefined ? [] : [stack]), ...images].flatMap(({ image, mirrors = [] }) => [image, ...mirrors]);
}
