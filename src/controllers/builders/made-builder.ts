import type { BuilderImage } from '../../builders/image/builder-image.ts';
import { makeBuilder } from '../../builders/make-builder.ts';
import { readBuilder, type BuilderReading } from '../../builders/read-builder.ts';
import type { BuilderWorld } from '../../builders/world.ts';
import { missingPart } from './missing-part.ts';
import type { AnyBuilder } from './builder-kind.ts';

/** What a builder is now, as far as that can be said without asking anybody. */
export type MadeOfCluster =
  | { readonly kind: 'made'; readonly image: BuilderImage; readonly reading: BuilderReading }
  /** In kpack's words where it has some. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The controllers of what it is made of have not looked at everything yet. */
  | { readonly kind: 'waiting' };

/** Makes a builder of what a cluster has. */
export function madeOfCluster(builder: AnyBuilder, world: BuilderWorld, maximumPlatformApi: string): MadeOfCluster {
  const missing = missingPart(builder, world);
  if (missing !== undefined) return { kind: 'refused', message: missing };
  const reading = readBuilder(builder, world);
  const made = makeBuilder(reading, maximumPlatformApi);
  if (made.kind === 'made') return { kind: 'made', image: made.image, reading };
  const errors = made.problems.filter(({ severity }) => severity === 'error');
  const wrong = errors.filter(({ lacksFactsOf }) => lacksFactsOf === undefined);
  if (wrong.length === 0) return { kind: 'waiting' };
  return { kind: 'refused', message: [...new Set(wrong.map(({ message }) => message))].join('; ') };
}
