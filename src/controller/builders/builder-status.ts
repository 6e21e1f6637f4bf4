import type { BuilderImage } from '../../core/builders/image/builder-image.ts';
import { sortedBuildpacks } from '../../core/builders/image/layers.ts';
import type { BuilderReading } from '../../core/builders/read-builder.ts';
import type { BuilderResources } from '../../core/builders/builder-resources.ts';
import type { SignaturePath } from './sign-builder.ts';
import { parseImageReference } from '../../core/model/image-reference.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { completeStatus, type NewCondition } from '../kit/status.ts';
import type { AnyBuilder } from './builder-kinds.ts';

/** A builder whose image is in the registry. */
interface PublishedBuilder {
  readonly builder: { readonly image: BuilderImage; readonly reading: BuilderReading };
  readonly resources: BuilderResources;
  readonly signatures: readonly Partial<SignaturePath>[];
}

/** Returns the complete status of a builder whose image is published and signed (kpack's BuilderRecord). */
export function publishedStatus(
  builder: AnyBuilder,
  { builder: { image, reading }, resources, signatures }: PublishedBuilder,
  nowMs: number,
): JsonObject {
  const { spec } = builder;
  const content = {
    ...contentOf(image, reading),
    ...observed(spec, resources),
    ...(signatures.length > 0 && { signaturePaths: signatures }),
  };
  const conditions: readonly NewCondition[] = [
    { type: 'Ready', status: 'True' },
    { type: 'UpToDate', status: 'True' },
  ];
  return completeStatus(builder, content, conditions, nowMs);
}

/**
 * Returns the complete status of a builder that could not be published. It keeps the previous image (kpack's ErrorCreate). kpack's
 * Ready condition has no cause, and most tools show only this condition.
 */
export function failedStatus(builder: AnyBuilder, message: string, nowMs: number): JsonObject {
  const { status = {} } = builder;
  const hasImage = (status.latestImage ?? '') !== '';
  const conditions: readonly NewCondition[] = [
    hasImage
      ? { type: 'Ready', status: 'True' }
      : { type: 'Ready', status: 'False', reason: 'NoLatestImage', message: `Builder has no latestImage: ${message}` },
    { type: 'UpToDate', status: 'False', reason: 'ReconcileFailed', message },
  ];
  return completeStatus(builder, status, conditions, nowMs);
}

function contentOf(image: BuilderImage, { resolution, stack, lifecycle }: BuilderReading): object {
  if (resolution.kind === 'refused' || stack.kind === 'unknown' || lifecycle.kind === 'unknown') {
    throw new Error('an assembled builder has a resolved order, a stack and a lifecycle');
  }
  const { from, to } = image.runImage;
  const { version, api, apis } = lifecycle.value;
  const { order } = resolution;
  return {
    builderMetadata: sortedBuildpacks(resolution.buildpacks).map((buildpack) => ({
      id: buildpack.id,
      version: buildpack.version,
      homepage: buildpack.homepage,
    })),
    ...(order.length > 0 && { order }),
    stack: { runImage: `${to}@${parseImageReference(from)?.digest ?? ''}`, id: stack.value.id },
    lifecycle: { version, api, apis },
    latestImage: image.reference,
    os: stack.value.build.configuration.read.os,
  };
}

function observed({ stack, store }: AnyBuilder['spec'], resources: BuilderResources): object {
  return {
    observedStackGeneration: resources.clusterStack(stack.name)?.status?.observedGeneration,
    observedStoreGeneration: resources.clusterStore(store?.name ?? '')?.status?.observedGeneration,
  };
}
