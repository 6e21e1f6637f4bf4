import type { CompletionInputs } from '../../model/build-inputs.ts';
import type { BuildOutcome } from '../../model/build-outcome.ts';
import { canonicalName, parseTag } from '../../model/image-reference.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import { readInputs } from '../read-inputs.ts';
import type { Task } from './arguments.ts';
import { findCacheImage } from './cache-image.ts';
import { CompletionError } from './completion-error.ts';
import { keepReports } from './keep-reports.ts';
import { fittingOutcome } from './outcome.ts';
import { readReportedDigest } from './report.ts';
import type { SignedImage } from './signing/payload.ts';
import { signImage } from './signing/sign-image.ts';
import { writeOutcome } from './write-outcome.ts';

/** The world, as far as completion touches it beside the files that it is told. */
export interface CompletionWorld {
  readonly client: RegistryClient;
  /** Says a line in the log. */
  readonly say: (line: string) => void;
}

/** Signs the image that was built, if there are keys, and reports it. Rejects with `CompletionError`. */
export async function complete({ inputs: file, report, place, kept }: Task, world: CompletionWorld): Promise<void> {
  const { tags, completion } = await readInputs(file);
  const digest = await readReportedDigest(report);
  await signByAll(signedImage(tags[0], digest), completion, world);
  const cache = await cacheImage(completion, world);
  if (kept !== undefined) await keepReports(report, kept);
  const { outcome, leftOut } = fittingOutcome({ IMAGE_URL: tags[0], IMAGE_DIGEST: digest, ...cache });
  for (const image of leftOut) world.say(`Not reported, because there is no room for it: ${image}`);
  await writeOutcome(outcome, place);
  world.say('Build successful');
}

function signedImage(tag: string, digest: string): SignedImage {
  const reference = parseTag(tag);
  if (reference === undefined)
    throw new CompletionError('InputsUnusable', `the Build's tag is no image reference: ${tag}`);
  return { ...reference, digest };
}

/** One after the other, and in kpack's order: they share one tag. */
async function signByAll(
  image: SignedImage,
  { signing, signatureAnnotations }: CompletionInputs,
  { client, say }: CompletionWorld,
): Promise<void> {
  for (const secret of signing.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const place = await signImage(client, image, secret, signatureAnnotations);
    say(`Signed by ${secret.path}: ${canonicalName(place)}`);
  }
}

async function cacheImage(
  { cacheTag }: CompletionInputs,
  { client, say }: CompletionWorld,
): Promise<Pick<BuildOutcome, 'CACHE_IMAGE'>> {
  if (cacheTag === undefined) return {};
  const found = await findCacheImage(client, cacheTag);
  if (found.kind === 'image') return { CACHE_IMAGE: found.reference };
  say(`The cache image is not reported: ${found.reason}`);
  return {};
}
