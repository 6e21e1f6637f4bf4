import { spread } from '../../core/runtime/backoff.ts';
import type { BuilderResources } from '../../core/builders/builder-resources.ts';
import { publishBuilder } from './publish-builder-image.ts';
import { imagesIn } from '../../core/builders/resources/sources.ts';
import type { SignaturePath } from './sign-builder.ts';
import type { RegistryAccess } from '../registry-access/registry-access.ts';
import type { RecheckIntervals, ReconcileTime } from '../buildpack-resources/recheck-schedule.ts';
import {
  assembleBuilder,
  builderResources,
  type AssembledBuilder,
  type BuildpackResourceStores,
} from './assemble-from-cluster.ts';
import { accountOf, type AnyBuilder } from './builder-kinds.ts';
import { orderImages, type OrderImages } from './order-images.ts';
import type { PushShare } from './push-share.ts';
import { repositoryAccounts } from './repository-accounts.ts';
import { publishFailure, sign, type PublishFailure } from './sign.ts';

export type Assembled = Extract<AssembledBuilder, { kind: 'assembled' }>;

/** A request to a registry failed or was refused, or the builder could not be signed. */
export interface FailedPublish {
  readonly kind: 'failed';
  readonly message: string;
  readonly error: unknown;
  /** The time of the next attempt, in milliseconds since 1970; `undefined` to retry with the queue's backoff. */
  readonly nextAtMs: number | undefined;
}

/** The result of a reconcile of a builder. */
export type PublishResult =
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'published';
      readonly builder: Assembled;
      readonly resources: BuilderResources;
      readonly signatures: readonly Partial<SignaturePath>[];
    }
  /** The builder or a resource is wrong; only a change of one of them can help. */
  | { readonly kind: 'refused'; readonly message: string; readonly isUnread?: true }
  | FailedPublish;

export interface PublishOptions {
  readonly resources: BuildpackResourceStores;
  readonly access: Pick<RegistryAccess, 'facts' | 'client' | 'signingSecrets' | 'signingKey'>;
  readonly pushShare: PushShare;
  /** Returns the newest Platform API that builds may use. */
  readonly maximumPlatformApi: () => string;
  readonly intervals: RecheckIntervals;
}

/** Assembles, publishes and signs a builder. Returns the result and the images that the builder's order names. */
export async function assembleAndPublish(
  builder: AnyBuilder,
  options: PublishOptions,
  known: OrderImages | undefined,
  time: ReconcileTime,
  signal: AbortSignal,
): Promise<{ readonly result: PublishResult; readonly images: OrderImages | undefined }> {
  let images = known;
  try {
    images = await imagesOf(builder, options, known, time, signal);
    const resources = builderResources(options.resources, images);
    const assembled = assembleBuilder(builder, resources, options.maximumPlatformApi());
    if (assembled.kind !== 'assembled') return { result: assembled, images };
    await publish(assembled, builder, options);
    const signatures = await sign(assembled.image.reference, builder, options);
    return { result: { kind: 'published', builder: assembled, resources, signatures }, images };
  } catch (error) {
    return { result: failed(publishFailure(error), options.intervals, time), images };
  }
}

function failed(
  { kind, message, error }: PublishFailure,
  { refusedMs }: RecheckIntervals,
  time: ReconcileTime,
): FailedPublish {
  const nextAtMs = kind === 'transient' ? undefined : time.nowMs + spread(refusedMs, time.random);
  return { kind: 'failed', message, error, nextAtMs };
}

async function imagesOf(
  builder: AnyBuilder,
  { access, intervals }: PublishOptions,
  known: OrderImages | undefined,
  time: ReconcileTime,
  signal: AbortSignal,
): Promise<OrderImages> {
  const account = accountOf(builder);
  const ask = async (image: string) => access.facts(image, account, signal);
  return orderImages(imagesIn(builder.spec.order ?? []), known, ask, intervals, time);
}

/** Pushes the image. If the status already names it, no registry is asked: a status only names published images. */
async function publish(
  { image, reading }: Assembled,
  builder: AnyBuilder,
  { resources, access, pushShare }: PublishOptions,
): Promise<void> {
  if (builder.status?.latestImage === image.reference) return;
  const { namespace } = builder.metadata;
  await pushShare(namespace, async () => {
    await publishBuilder(image, await access.client(accountOf(builder), repositoryAccounts(reading, resources)));
  });
}
