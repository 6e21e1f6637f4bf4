import type { BuildOutcome } from '../../../model/build-outcome.ts';
import { parseImageReference, pinnedTo, repositoryName } from '../../../model/image-reference.ts';
import type { BuildContext } from '../build-context.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import type { Observation } from '../observe/observation.ts';
import { accountOf } from '../start/builder-image.ts';
import { readBuild } from '../start/read-build.ts';
import { registryTimeoutMs } from './registry-timeout.ts';

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
