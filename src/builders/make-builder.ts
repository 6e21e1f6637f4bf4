import { fieldError, hasErrors, type FieldProblem } from '../model/problem.ts';
import { builderTag } from './builder-tag.ts';
import { assembleBuilder } from './image/assemble-builder.ts';
import type { BuilderImage } from './image/builder-image.ts';
import type { BuilderReading } from './read-builder.ts';

/** The image that a builder stands for, or all that keeps it from being made. */
export type MadeBuilder =
  /** No problem is an error. */
  | { readonly kind: 'made'; readonly image: BuilderImage; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] };

/** Makes the image of a builder without asking or telling anybody. */
export function makeBuilder(reading: BuilderReading, maximumPlatformApi: string): MadeBuilder {
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
    maximumPlatformApi,
  });
  return { kind: 'made', image, problems };
}
