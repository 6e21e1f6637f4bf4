import { BuilderSigningError, hasSigned, signBuilder, type SignaturePath } from './sign-builder.ts';
import type { RegistryAccess } from '../registry-access/registry-access.ts';
import { registryFailure, type RegistryFailure } from '../kit/registry-failure.ts';
import { accountOf, type AnyBuilder } from './builder-kinds.ts';
import type { PushShare } from './push-share.ts';

export interface SignOptions {
  readonly access: Pick<RegistryAccess, 'client' | 'signingSecrets' | 'signingKey'>;
  readonly pushShare: PushShare;
}

/**
 * Signs a published image with the keys of the builder's account, and returns the signatures for the status. If the status already has
 * them, no registry is asked and no key is read. Rejects with `BuilderSigningError`, and if the Secrets cannot be read.
 */
export async function sign(
  image: string,
  builder: AnyBuilder,
  { access, pushShare }: SignOptions,
): Promise<readonly Partial<SignaturePath>[]> {
  const account = accountOf(builder);
  const secrets = await access.signingSecrets(account);
  const { latestImage, signaturePaths = [] } = builder.status ?? {};
  if (secrets.length === 0) return [];
  if (latestImage === image && hasSigned(signaturePaths, image, secrets)) return signaturePaths;
  return pushShare(builder.metadata.namespace, async () =>
    signBuilder(await access.client(account), image, secrets, access.signingKey),
  );
}

/** A failure to publish or to sign a builder. The message is for the user. */
export interface PublishFailure {
  readonly kind: RegistryFailure['kind'];
  readonly message: string;
  readonly error: unknown;
}

/** Classifies an error of publishing or signing; throws any other error. */
export function publishFailure(error: unknown): PublishFailure {
  if (!(error instanceof BuilderSigningError)) {
    const failure = registryFailure(error);
    return { ...failure, message: failure.error.message };
  }
  const { message, cause } = error;
  // Without a cause, a user has to correct the Secret.
  return { kind: cause === undefined ? 'refused' : registryFailure(cause).kind, message, error };
}
