import { SUPPORTED_PLATFORM_APIS } from '../model/platform-api.ts';
import type { ReportProblem } from './problem-list.ts';

/** The lifecycle and stack of a builder. If one is absent, its checks are skipped. */
export interface BaseImages {
  readonly lifecycle?: LifecycleFacts;
  readonly stack?: StackFacts;
}

/** The facts about a lifecycle, from the status of a ClusterLifecycle and the configuration of its image. */
export interface LifecycleFacts {
  readonly image: string;
  readonly buildpackApis: ApiSet;
  readonly platformApis: ApiSet;
  readonly platform: ImagePlatform;
}

/** A Linux distribution and its version. */
export interface Distro {
  readonly name?: string;
  readonly version?: string;
}

/** The facts about a stack, from the status of a ClusterStack and the configurations of its images. */
export interface StackFacts {
  readonly id: string;
  readonly mixins: readonly string[];
  /** The platform of the build image. */
  readonly platform: ImagePlatform;
  /** The distribution of the run image (labels `io.buildpacks.base.distro.*`). */
  readonly distro?: Distro;
}

/** The platform in an image's configuration. */
export interface ImagePlatform {
  readonly os: string;
  readonly architecture?: string;
  readonly variant?: string;
}

interface ApiSet {
  readonly deprecated: readonly string[];
  readonly supported: readonly string[];
}

/** Returns all versions, deprecated versions first, as in kpack's messages. */
export function allApis({ deprecated, supported }: ApiSet): readonly string[] {
  return [...deprecated, ...supported];
}

/**
 * Reports a lifecycle that supports none of taskpack's Platform API versions. kpack's list of versions is different.
 */
export function checkPlatformApis({ platformApis }: LifecycleFacts, report: ReportProblem): void {
  const apis = allApis(platformApis);
  if (SUPPORTED_PLATFORM_APIS.some((api) => apis.includes(api))) return;
  const supported = SUPPORTED_PLATFORM_APIS.toReversed().join(', ');
  report(`unsupported platform apis in kpack lifecycle: ${apis.join(', ')}, expecting one of: ${supported}`);
}

/** Reports a lifecycle image whose platform differs from the build image's (kpack, platformMatches). */
export function checkLifecyclePlatform(lifecycle: LifecycleFacts, stack: StackFacts, report: ReportProblem): void {
  if (runsOn(lifecycle.platform, stack.platform)) return;
  const [expected, actual] = [stack.platform, lifecycle.platform].map(
    ({ os, architecture = '', variant = '' }) => `${os}/${architecture}/${variant}`,
  );
  report(`validating lifecycle image ${lifecycle.image}: expected platform to be ${expected} but got ${actual}`);
}

/** Reports a Windows build image, which taskpack does not support. */
export function checkStackPlatform({ platform }: StackFacts, report: ReportProblem): void {
  if (platform.os === 'windows') report('windows base images are not supported');
}

function runsOn(actual: ImagePlatform, expected: ImagePlatform): boolean {
  return (
    actual.os === expected.os &&
    isSameOrUnknown(actual.architecture, expected.architecture) &&
    isSameOrUnknown(actual.variant, expected.variant)
  );
}

function isSameOrUnknown(a: string | undefined, b: string | undefined): boolean {
  return !a || !b || a === b;
}
