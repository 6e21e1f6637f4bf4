import type { RegistryAccess } from '../../registry-access/registry-access.ts';
import { registryFailure, type RegistryFailure } from '../cluster/registry-failure.ts';
import type { Finding } from './part-status.ts';
import type { Part, PartKind } from './part.ts';

/** Asks for the images of a part. Rejects with what is no answer of theirs. */
export async function lookAt<T extends Part>(
  kind: PartKind<T>,
  part: T,
  access: Pick<RegistryAccess, 'facts'>,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const account = kind.account(part);
    const facts = await Promise.all(kind.images(part).map(async (image) => access.facts(image, account, signal)));
    const content = kind.describe(part, facts);
    if (content.kind === 'known') return { kind: 'read', status: content.value };
    return { kind: 'unusable', message: content.reasons.map(({ message }) => message).join('; ') };
  } catch (error) {
    return findingOf(registryFailure(error));
  }
}

function findingOf({ kind, error }: RegistryFailure): Finding {
  const { message } = error;
  return kind === 'transient' ? { kind, message, error } : { kind, message };
}
