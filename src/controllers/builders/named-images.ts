import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import { registryFailure } from '../cluster/registry-failure.ts';
import { isMutable, jittered, type LookIntervals, type Moment } from '../parts/look.ts';

/** What is known of an image that an order names, and when to ask again; `undefined`: never, it is named by digest. */
export interface NamedImage {
  readonly facts: ImageFacts;
  readonly next: number | undefined;
}

/** By the name in the order. */
export type NamedImages = ReadonlyMap<string, NamedImage>;

/**
 * The images that an order names, asked for where they are new or due. Where a registry fails that has answered before,
 * the answer stays. Rejects as `ask` does.
 */
export async function namedImages(
  images: readonly string[],
  known: NamedImages | undefined,
  ask: (image: string) => Promise<ImageFacts>,
  { tag, refused }: LookIntervals,
  { now, chance }: Moment,
): Promise<NamedImages> {
  const look = async (image: string): Promise<NamedImage> => {
    const before = known?.get(image);
    if (before !== undefined && (before.next === undefined || before.next > now)) return before;
    try {
      return { facts: await ask(image), next: isMutable([image]) ? now + jittered(tag, chance) : undefined };
    } catch (error) {
      if (before === undefined || registryFailure(error).kind !== 'transient') throw error;
      return { ...before, next: now + jittered(refused, chance) };
    }
  };
  return new Map(await Promise.all(images.map(async (image) => [image, await look(image)] as const)));
}

/** When the first of them is due, in milliseconds from now; `undefined`: none ever is. */
export function dueAfter(images: NamedImages, now: number): number | undefined {
  const times = [...images.values()].flatMap(({ next }) => next ?? []);
  return times.length === 0 ? undefined : Math.max(1, Math.min(...times) - now);
}
