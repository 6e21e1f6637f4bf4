import type { BuilderContent } from '../../../../../src/core/builders/image/builder-image.ts';
import { readLifecycle } from '../../../../../src/core/builders/resources/lifecycle.ts';
import { readStack } from '../../../../../src/core/builders/resources/stack.ts';
import type { Reading } from '../../../../../src/core/builders/reading.ts';
import type { Image } from '../../../../../src/core/oci/image.ts';
import { REGISTRY, someLifecycle, someStack, someStackStatus, someWorld } from '../some-world.ts';

/** A builder without buildpacks on a build image of one layer. */
export function someContent(fields: Partial<BuilderContent> = {}, build?: Image): BuilderContent {
  const world = someWorld();
  return {
    tag: `${REGISTRY}/builder:1`,
    stack: valueOf(readStack(someStack(someStackStatus(build)), world)),
    lifecycle: valueOf(readLifecycle(someLifecycle(), world)),
    buildpacks: [],
    order: [],
    labels: {},
    maximumPlatformApi: '0.9',
    ...fields,
  };
}

/** Returns the value. Throws an error with the reasons if it is not known. */
export function valueOf<T>(reading: Reading<T>): T {
  if (reading.kind === 'known') return reading.value;
  throw new Error(reading.reasons.map(({ message }) => message).join('\n'));
}
