import { InvalidImageError } from '../../../core/inspection/invalid-image-error.ts';
import type { BuildOutcome } from '../../../core/model/build-outcome.ts';
import { parseImageReference, pinnedTo, repositoryName } from '../../../core/model/image-reference.ts';
import { errorClass } from '../../../clients/registry/client/error-class.ts';
import { RegistryError } from '../../../clients/registry/client/registry-error.ts';
import { registryFailure } from '../../kit/registry-failure.ts';
import type { BuildContext } from '../build-context.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import type { Observation } from '../observe/observation.ts';
import { accountOf } from '../start/builder-facts.ts';
import { readBuild } from '../start/read-build.ts';

/**
 * Compares an outcome that any step could have written with the registry. Returns the cause of failure if they differ, or if
 * the registry refuses to answer. Throws while the registry may still answer.
 */
export async function confirmOutcome(
  { registry, signal }: BuildContext,
  { build, observedForMs }: Observation,
  workloadUid: string,
  outcome: BuildOutcome,
): Promise<FailureCause | undefined> {
  const read = readBuild(build.object);
  if (read.kind === 'problems') return { kind: 'refused', problems: read.problems };
  const account = accountOf(read.build, build.namespace);
  const { tags, cache } = read.build.spec;
  for (const claim of claimsOf(outcome, tags, cache?.registry?.tag)) {
    const answers = await Promise.allSettled(claim.tags.map(async (tag) => registry.digest(tag, account, signal)));
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    if (found.includes(claim.digest)) continue;
    const [error] = answers.flatMap((answer) => (answer.status === 'rejected' ? [errorOf(answer.reason)] : []));
    const isPassing = observedForMs(`missing digest of ${workloadUid}`) < registryTimeoutMs(error);
    if (error !== undefined && (signal.aborted || isPassing)) throw error;
    return { kind: 'unconfirmed-outcome', image: claim.image, message: whyNot(claim, found, error) };
  }
  return undefined;
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function whyNot({ tags }: Claim, found: readonly string[], error: Error | undefined): string {
  if (error !== undefined) return error.message;
  return tags.length === 0 ? 'the Build names no tag of it' : `${tags.join(' and ')} point to ${found.join(' and ')}`;
}

/** An image of an outcome. One of the tags must have its digest. */
interface Claim {
  readonly image: string;
  readonly digest: string;
  readonly tags: readonly string[];
}

/**
 * A later Build may already have moved a tag that it shares with this Build. Every Build of an Image also has a tag of its own,
 * so one tag with the digest is enough.
 */
function claimsOf(
  { IMAGE_URL, IMAGE_DIGEST, CACHE_IMAGE }: BuildOutcome,
  tags: readonly string[],
  cacheTag: string | undefined,
): readonly Claim[] {
  const repository = repositoryOf(IMAGE_URL);
  const own = tags.filter((tag) => repositoryOf(tag) === repository);
  const image = { image: pinnedTo(IMAGE_URL, IMAGE_DIGEST), digest: IMAGE_DIGEST, tags: own };
  if (CACHE_IMAGE === undefined || cacheTag === undefined) return [image];
  return [image, { image: CACHE_IMAGE, digest: parseImageReference(CACHE_IMAGE)?.digest ?? '', tags: [cacheTag] }];
}

function repositoryOf(image: string): string | undefined {
  const reference = parseImageReference(image);
  return reference && repositoryName(reference);
}

/** The maximum time that a registry may fail to answer about a built image. */
const TIMEOUT_MS = 300_000;

/**
 * A registry that refuses access will keep refusing: an account that may only push never reads an image. The same is true if TLS
 * fails: only Builds reach a registry in a mesh that requires mTLS, if the controller has no proxy.
 */
const REFUSED_TIMEOUT_MS = 15_000;

/** Returns the time for which a query about a built image is repeated after an error, in milliseconds from the first error. */
export function registryTimeoutMs(error: unknown): number {
  return isLasting(error) ? REFUSED_TIMEOUT_MS : TIMEOUT_MS;
}

function isLasting(error: unknown): boolean {
  if (error instanceof RegistryError && errorClass(error.code) === 'tls') return true;
  const isRegistryFailure = error instanceof RegistryError || error instanceof InvalidImageError;
  return isRegistryFailure && registryFailure(error).kind !== 'transient';
}
