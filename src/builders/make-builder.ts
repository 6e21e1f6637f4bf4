import { fieldError, hasErrors, type FieldProblem } from '../model/problem.ts';
import { builderTag } from './builder-tag.ts';
import { assembleBuilder } from './image/assemble-builder.ts';
import type { BuilderImage } from './image/builder-image.ts';
import type { BuilderReading } from './read-builder.ts';

/** The image that a builder stands for, or all that keeps it from being made. */
export type MadeBuilder =
  | { readonly kind: 'made'; readonly image: BuilderImage; readonly warnings: readonly FieldProblem[] }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] };

/** Makes the image of a builder without asking or telling anybody. */
export function makeBuilder(reading: BuilderReading, maximumPlatformApi: string): MadeBuilder {
  const { builder, resolution, stack, lifecycle, missing } = reading;
  const tag = builderTag(builder);
  const problems = [
    ...(tag.kind === 'unknown' ? tag.reasons.map(({ message }) => fieldError(['spec', 'tag'], message)) : []),
    ...missing,
    ...(resolution.kind === 'refused' ? resolution.problems : []),
  ];
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
  return { kind: 'made', image, warnings: problems };
}
