import type { BuilderImage } from '../../builders/image/builder-image.ts';
import { sortedBuildpacks } from '../../builders/image/sorted-buildpacks.ts';
import type { BuilderReading } from '../../builders/read-builder.ts';
import type { BuilderWorld } from '../../builders/world.ts';
import { parseImageReference } from '../../model/image-reference.ts';
import type { JsonObject } from '../../model/json.ts';
import { conditionsSince, kubernetesTime, type Condition } from '../cluster/conditions.ts';
import { plainJson } from '../cluster/plain-json.ts';
import type { AnyBuilder } from './builder-kind.ts';

type NewCondition = Omit<Condition, 'lastTransitionTime'>;

/** The whole status of a builder whose image is published (kpack's BuilderRecord). */
export function publishedStatus(
  builder: AnyBuilder,
  { image, reading }: { readonly image: BuilderImage; readonly reading: BuilderReading },
  world: BuilderWorld,
  now: number,
): JsonObject {
  const { spec } = builder;
  return withConditions(builder, { ...contentOf(image, reading), ...observed(spec, world) }, now, [
    { type: 'Ready', status: 'True' },
    { type: 'UpToDate', status: 'True' },
  ]);
}

/** The whole status of a builder that could not be made or published: what it had it keeps (kpack's ErrorCreate). */
export function failedStatus(builder: AnyBuilder, message: string, now: number): JsonObject {
  const { status = {} } = builder;
  const hasImage = (status.latestImage ?? '') !== '';
  return withConditions(builder, status, now, [
    hasImage
      ? { type: 'Ready', status: 'True' }
      : { type: 'Ready', status: 'False', reason: 'NoLatestImage', message: 'Builder has no latestImage' },
    { type: 'UpToDate', status: 'False', reason: 'ReconcileFailed', message },
  ]);
}

function withConditions(
  { metadata, status }: AnyBuilder,
  content: object,
  now: number,
  next: readonly NewCondition[],
): JsonObject {
  const conditions = conditionsSince(status?.conditions ?? [], next, kubernetesTime(now));
  return plainJson({ ...content, observedGeneration: metadata.generation, conditions });
}

function contentOf(image: BuilderImage, { resolution, stack, lifecycle }: BuilderReading): object {
  if (resolution.kind === 'refused' || stack.kind === 'unknown' || lifecycle.kind === 'unknown') {
    throw new Error('a builder that was made has all that it is made of');
  }
  const { from, to } = image.runImage;
  const { version, api, apis } = lifecycle.value;
  const { order } = resolution;
  return {
    builderMetadata: sortedBuildpacks(resolution.buildpacks).map(({ id, version: its, homepage }) => ({
      id,
      version: its,
      homepage,
    })),
    ...(order.length > 0 && { order }),
    stack: { runImage: `${to}@${parseImageReference(from)?.digest ?? ''}`, id: stack.value.id },
    lifecycle: { version, api, apis },
    latestImage: image.reference,
    os: stack.value.build.configuration.read.os,
  };
}

function observed({ stack, store }: AnyBuilder['spec'], world: BuilderWorld): object {
  return {
    observedStackGeneration: world.clusterStack(stack.name)?.status?.observedGeneration,
    observedStoreGeneration: world.clusterStore(store?.name ?? '')?.status?.observedGeneration,
  };
}
