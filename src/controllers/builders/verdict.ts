import type { BuilderWorld } from '../../builders/world.ts';
import { publishBuilder } from '../../builders/publish/publish-builder.ts';
import { imagesIn } from '../../builders/sources/read-sources.ts';
import type { RegistryAccess } from '../../registry-access/registry-access.ts';
import { registryFailure, type RegistryFailure } from '../cluster/registry-failure.ts';
import { jittered, type LookIntervals, type Moment } from '../parts/look.ts';
import { accountOf, type AnyBuilder } from './builder-kind.ts';
import { clusterWorld, type PartStores } from './cluster-world.ts';
import { madeOfCluster, type MadeOfCluster } from './made-builder.ts';
import { namedImages, type NamedImages } from './named-images.ts';
import { readersOf } from './readers.ts';

type Made = Extract<MadeOfCluster, { kind: 'made' }>;

/** A registry failed, or refused. */
export interface Failed {
  readonly kind: 'failed';
  readonly message: string;
  readonly error: unknown;
  /** When to ask again, in milliseconds since 1970; `undefined`: as soon as what has failed is tried again. */
  readonly next: number | undefined;
}

/** What is to be said of a builder; what was made is published by then. */
export type Verdict =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'published'; readonly made: Made; readonly world: BuilderWorld }
  /** It stays so until something changes. */
  | { readonly kind: 'refused'; readonly message: string }
  | Failed;

export interface VerdictOptions {
  readonly parts: PartStores;
  readonly access: Pick<RegistryAccess, 'facts' | 'client'>;
  /** The newest Platform API that builds may use. */
  readonly maximumPlatformApi: () => string;
  readonly intervals: LookIntervals;
}

/** Makes and publishes a builder, and says what came of it and what the images are that its order names. */
export async function verdictOn(
  builder: AnyBuilder,
  options: VerdictOptions,
  known: NamedImages | undefined,
  moment: Moment,
  signal: AbortSignal,
): Promise<{ readonly verdict: Verdict; readonly images: NamedImages | undefined }> {
  let images = known;
  try {
    images = await imagesOf(builder, options, known, moment, signal);
    const world = clusterWorld(options.parts, images);
    const made = madeOfCluster(builder, world, options.maximumPlatformApi());
    if (made.kind !== 'made') return { verdict: made, images };
    await publish(made, builder, options);
    return { verdict: { kind: 'published', made, world }, images };
  } catch (error) {
    return { verdict: failed(registryFailure(error), options.intervals, moment), images };
  }
}

function failed({ kind, error }: RegistryFailure, { refused }: LookIntervals, { now, chance }: Moment): Failed {
  const next = kind === 'transient' ? undefined : now + jittered(refused, chance);
  return { kind: 'failed', message: error.message, error, next };
}

async function imagesOf(
  builder: AnyBuilder,
  { access, intervals }: VerdictOptions,
  known: NamedImages | undefined,
  moment: Moment,
  signal: AbortSignal,
): Promise<NamedImages> {
  const account = accountOf(builder);
  const ask = async (image: string) => access.facts(image, account, signal);
  return namedImages(imagesIn(builder.spec.order ?? []), known, ask, intervals, moment);
}

/** Nobody is asked for what was published: a status tells of nothing else. */
async function publish(
  { image, reading }: Made,
  builder: AnyBuilder,
  { parts, access }: VerdictOptions,
): Promise<void> {
  if (builder.status?.latestImage === image.reference) return;
  await publishBuilder(image, await access.client(accountOf(builder), readersOf(reading, parts)));
}
