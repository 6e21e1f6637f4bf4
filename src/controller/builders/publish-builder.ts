import type { BuilderResources } from '../../core/builders/builder-resources.ts';
import { imagesIn } from '../../core/builders/resources/sources.ts';
import { spread } from '../../core/runtime/backoff.ts';
import { registryFailure, type RegistryFailure } from '../kit/registry-failure.ts';
import { assembleBuilder, builderResources, type AssembledBuilder } from './assemble-from-cluster.ts';
import type { BuilderContext, FailedPublish } from './builder-context.ts';
import { accountOf, type AnyBuilder } from './builder-kinds.ts';
import { orderImages, type OrderImages } from './order-images.ts';
import { publishBuilder } from './publish-builder-image.ts';
import { repositoryAccounts } from './repository-accounts.ts';
import { BuilderSigningError, hasSigned, signBuilder, type SignaturePath } from './sign-builder.ts';

type Assembled = Extract<AssembledBuilder, { kind: 'assembled' }>;
type Signatures = readonly Partial<SignaturePath>[];

/** The result of a reconcile of a builder. */
export type PublishResult =
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'published';
      readonly builder: Assembled;
      readonly resources: BuilderResources;
      readonly signatures: Signatures;
    }
  /** The builder or a resource is wrong; only a change of one of them can help. */
  | { readonly kind: 'refused'; readonly message: string; readonly isUnread?: true }
  | FailedPublish;

/** Assembles, publishes and signs a builder. Returns the result and the images that the builder's order names. */
export async function assembleAndPublish(
  context: BuilderContext,
  builder: AnyBuilder,
  known: OrderImages | undefined,
): Promise<{ readonly result: PublishResult; readonly images: OrderImages | undefined }> {
  let images = known;
  try {
    images = await readOrderImages(context, builder, known);
    const resources = builderResources(context.resources, images);
    const assembled = assembleBuilder(builder, resources, context.maximumPlatformApi);
    if (assembled.kind !== 'assembled') return { result: assembled, images };
    await publish(context, builder, assembled);
    const signatures = await sign(context, builder, assembled.image.reference);
    return { result: { kind: 'published', builder: assembled, resources, signatures }, images };
  } catch (error) {
    return { result: failed(context, error), images };
  }
}

async function readOrderImages(
  { access, intervals, time, signal }: BuilderContext,
  builder: AnyBuilder,
  known: OrderImages | undefined,
): Promise<OrderImages> {
  const account = accountOf(builder);
  const ask = async (image: string) => access.facts(image, account, signal);
  return orderImages(imagesIn(builder.spec.order ?? []), known, ask, intervals, time);
}

/** Pushes the image. If the status already names it, no registry is asked: a status only names published images. */
async function publish(
  { resources, access, pushShare }: BuilderContext,
  builder: AnyBuilder,
  { image, reading }: Assembled,
): Promise<void> {
  if (builder.status?.latestImage === image.reference) return;
  await pushShare(builder.metadata.namespace, async () => {
    await publishBuilder(image, await access.client(accountOf(builder), repositoryAccounts(reading, resources)));
  });
}

/**
 * Signs a published image with the keys of the builder's account, and returns the signatures for the status. If the status already has
 * them, no registry is asked and no key is read. Rejects with `BuilderSigningError`, and if the Secrets cannot be read.
 */
async function sign(
  { access, pushShare, signatureFormat: format }: BuilderContext,
  builder: AnyBuilder,
  image: string,
): Promise<Signatures> {
  const account = accountOf(builder);
  const secrets = await access.signingSecrets(account);
  const { latestImage, signaturePaths = [] } = builder.status ?? {};
  if (secrets.length === 0) return [];
  if (latestImage === image && hasSigned(signaturePaths, image, secrets)) return signaturePaths;
  return pushShare(builder.metadata.namespace, async () =>
    signBuilder(await access.client(account), image, { secrets, format }, access.signingKey),
  );
}

/** Returns the failure of publishing or signing, with the time of the next attempt. Throws any other error. */
function failed({ intervals, time }: BuilderContext, error: unknown): FailedPublish {
  const { kind, message } = publishFailure(error);
  const nextAtMs = kind === 'transient' ? undefined : time.nowMs + spread(intervals.refusedMs, time.random);
  return { kind: 'failed', message, error, nextAtMs };
}

/** Classifies an error of publishing or signing; throws any other error. The message is for the user. */
function publishFailure(error: unknown): { readonly kind: RegistryFailure['kind']; readonly message: string } {
  if (!(error instanceof BuilderSigningError)) {
    const { kind, error: failure } = registryFailure(error);
    return { kind, message: failure.message };
  }
  const { message, cause } = error;
  // Without a cause, a user has to correct the Secret.
  return { kind: cause === undefined ? 'refused' : registryFailure(cause).kind, message };
}
