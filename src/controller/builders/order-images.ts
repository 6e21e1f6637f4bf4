import { spread } from '../../core/runtime/backoff.ts';
import type { ImageFacts } from '../../core/api/taskpack/image-facts.ts';
import { hasTag, type RecheckIntervals, type ReconcileTime } from '../buildpack-resources/recheck-schedule.ts';
import { registryFailure } from '../kit/registry-failure.ts';

/** The facts of an image that an order names. */
export interface OrderImage {
  readonly facts: ImageFacts;
  /** The time of the next request to the registry, in milliseconds since 1970; `undefined` for an image that is named by digest. */
  readonly nextAtMs: number | undefined;
}

/** Images by their name in the order. */
export type OrderImages = ReadonlyMap<string, OrderImage>;

/**
 * Returns the images that an order names, and asks the registry for those that are new or due. If the registry fails
 * temporarily, the known facts of an image stay. Rejects as `ask` does.
 */
export async function orderImages(
  images: readonly string[],
  known: OrderImages | undefined,
  ask: (image: string) => Promise<ImageFacts>,
  { tagMs, refusedMs }: RecheckIntervals,
  { nowMs, random }: ReconcileTime,
): Promise<OrderImages> {
  const refresh = async (image: string): Promise<OrderImage> => {
    const before = known?.get(image);
    if (before !== undefined && (before.nextAtMs === undefined || before.nextAtMs > nowMs)) return before;
    try {
      return { facts: await ask(image), nextAtMs: hasTag([image]) ? nowMs + spread(tagMs, random) : undefined };
    } catch (error) {
      if (before === undefined || registryFailure(error).kind !== 'transient') throw error;
      return { ...before, nextAtMs: nowMs + spread(refusedMs, random) };
    }
  };
  return new Map(await Promise.all(images.map(async (image) => [image, await refresh(image)] as const)));
}

/** Returns the milliseconds until the first image is due; `undefined` if no image becomes due. */
export function dueAfterMs(images: OrderImages, nowMs: number): number | undefined {
  const times = [...images.values()].flatMap(({ nextAtMs }) => nextAtMs ?? []);
  return times.length === 0 ? undefined : Math.max(1, Math.min(...times) - nowMs);
}
