import { SPOKEN_PLATFORM_APIS } from '../../model/platform-api.ts';
import type { Refuse } from '../refuse.ts';
import { allApis, type ImagePlatform, type LifecycleFacts, type StackFacts } from './base-images.ts';

/** Whether the lifecycle can drive a build of ours at all. kpack accepts what its own builds cannot use, and no newer. */
export function checkPlatformApis({ platformApis }: LifecycleFacts, refuse: Refuse): void {
  const apis = allApis(platformApis);
  if (SPOKEN_PLATFORM_APIS.some((api) => apis.includes(api))) return;
  const spoken = SPOKEN_PLATFORM_APIS.toReversed().join(', ');
  refuse(`unsupported platform apis in kpack lifecycle: ${apis.join(', ')}, expecting one of: ${spoken}`);
}

/** Whether the lifecycle's programs run on the build image (kpack, platformMatches). */
export function checkLifecyclePlatform(lifecycle: LifecycleFacts, stack: StackFacts, refuse: Refuse): void {
  if (runsOn(lifecycle.platform, stack.platform)) return;
  const [expected, actual] = [stack.platform, lifecycle.platform].map(formatPlatform);
  refuse(`validating lifecycle image ${lifecycle.image}: expected platform to be ${expected} but got ${actual}`);
}

/** Whether the build image is for Linux, as all of this is. */
export function checkStackPlatform({ platform }: StackFacts, refuse: Refuse): void {
  if (platform.os === 'windows') refuse('windows base images are not supported');
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

function formatPlatform({ os, architecture = '', variant = '' }: ImagePlatform): string {
  return `${os}/${architecture}/${variant}`;
}
