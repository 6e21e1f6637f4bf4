import { DEFAULT_PLATFORM_API, type PlatformApi } from '../model/platform-api.ts';
import { fieldError, hasErrors, type FieldProblem } from '../model/problem.ts';
import { builderTag } from './builder-tag.ts';
import { assembleBuilder } from './image/assemble-builder.ts';
import type { BuilderImage } from './image/builder-image.ts';
import type { BuilderReading } from './read-builder.ts';

/** A builder's image, or all problems that prevent it. */
export type BuilderImageResult =
  /** The problems are warnings. */
  | { readonly kind: 'made'; readonly image: BuilderImage; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] };

/** Assembles the image of a builder without any request to a registry. `maximumPlatformApi` is the setting of the operator. */
export function makeBuilder(reading: BuilderReading, maximumPlatformApi: PlatformApi | undefined): BuilderImageResult {
  const { builder, resolution, stack, lifecycle } = reading;
  const tag = builderTag(builder);
  const ofTag = tag.kind === 'unknown' ? tag.reasons : [];
  const problems = [...ofTag.map(({ message }) => fieldError(['spec', 'tag'], message)), ...reading.problems];
  const isKnown = tag.kind === 'known' && stack.kind === 'known' && lifecycle.kind === 'known';
  if (!isKnown || resolution.kind === 'refused' || hasErrors(problems)) return { kind: 'refused', problems };
  const image = assembleBuilder({
    tag: tag.value,
    stack: stack.value,
    lifecycle: lifecycle.value,
    buildpacks: resolution.buildpacks,
    order: resolution.order,
    labels: builder.spec.additionalLabels ?? {},
    maximumPlatformApi: maximumPlatformApi ?? DEFAULT_PLATFORM_API,
  });
  return { kind: 'made', image, problems };
}
