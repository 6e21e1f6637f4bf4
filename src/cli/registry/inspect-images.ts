import type { ImageFacts } from '../../core/api/taskpack/image-facts.ts';
import { readImageFacts, type Inspection } from '../../core/inspection/image-facts.ts';
import { parseImageReference } from '../../core/model/image-reference.ts';
import { platformName, selectByPlatform, type Platform } from '../../clients/registry/client/manifests/platform.ts';
import { errorClass } from '../../clients/registry/client/error-class.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { mapConcurrently } from '../../clients/registry/map-concurrently.ts';
import { missingImageKey, type MissingImage } from '../../core/translate/images-without-facts.ts';
import { DEFAULT_PLATFORM, type RegistryFlags } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { ImageReader } from './image-reader.ts';
import { withImageReader, type AccountsInput } from './open-registry.ts';

/** Reads the facts of images from registries, with the options of the command line and the logins of the input. */
export async function readFactsFromRegistries(
  images: readonly MissingImage[],
  accounts: AccountsInput,
  { platform, ...flags }: RegistryFlags & { readonly platform?: Platform },
  terminal: Terminal,
): Promise<ImageAnswers> {
  return withImageReader(accounts, flags, terminal, async (client) => readMissingImageFacts(client, images, platform));
}

/** Reads the facts of missing images, by default for the platform. The facts of an index's image also have the index's digest. */
export async function readMissingImageFacts(
  client: ImageReader,
  images: readonly MissingImage[],
  platform: Platform = DEFAULT_PLATFORM,
): Promise<ImageAnswers> {
  return readEach(images, async ({ image, architecture }) => {
    const wanted = architecture === undefined ? platform : { os: 'linux', architecture };
    return inspectImage(client, image, { platform: wanted, isExclusive: false });
  });
}

/** Enough for slow registries, but few enough for rate limits. */
const IMAGES_AT_ONCE = 8;

/** The results for images, by `missingImageKey`. */
export type ImageAnswers = ReadonlyMap<string, ImageAnswer>;

/** Reads the facts of images. With a platform, refuses other images, and the facts have no digest of an index. */
export async function readFactsOfImages(
  client: ImageReader,
  images: readonly string[],
  platform?: Platform,
): Promise<ImageAnswers> {
  const wanted = { platform: platform ?? DEFAULT_PLATFORM, isExclusive: platform !== undefined };
  return readEach(
    images.map((image) => ({ image })),
    async ({ image }) => inspectImage(client, image, wanted),
  );
}

/** Reads each image once, even if it is named several times in different spellings. Keeps the images' order. */
async function readEach(
  images: readonly MissingImage[],
  read: (image: MissingImage) => Promise<ImageAnswer>,
): Promise<ImageAnswers> {
  const answers = await mapConcurrently([...bySpelling(images)], IMAGES_AT_ONCE, async ([key, image]) => {
    const answer = await read(image);
    return [key, answer] as const;
  });
  return new Map(answers);
}

/** Maps each image's key to its first spelling. */
function bySpelling(images: readonly MissingImage[]): ReadonlyMap<string, MissingImage> {
  const spellings = new Map<string, MissingImage>();
  for (const image of images) {
    const key = missingImageKey(image);
    if (!spellings.has(key)) spellings.set(key, image);
  }
  return spellings;
}

/** The result for one image: its facts, or messages that name the image. */
export type ImageAnswer =
  | { readonly kind: 'facts'; readonly facts: ImageFacts }
  | {
      readonly kind: 'problems';
      readonly messages: readonly string[];
      /** True if the registry gave no complete response. */
      readonly hasNoResponse?: boolean;
    };

/** The platform whose image of an index is read. If it is exclusive, Builds run this image, and not the index. */
interface WantedPlatform {
  readonly platform: Platform;
  readonly isExclusive: boolean;
}

/** Reads the facts of an image from its registry. Returns registry errors as messages and rejects with all other errors. */
async function inspectImage(
  client: ImageReader,
  image: string,
  { platform, isExclusive }: WantedPlatform,
): Promise<ImageAnswer> {
  const reference = parseImageReference(image);
  if (reference === undefined) return { kind: 'problems', messages: [`${image} is not an image reference`] };
  try {
    const { manifest, layers, bytes, json } = await client.config(reference, platform);
    const inspection = readImageFacts({
      name: image,
      digest: manifest.digest,
      indexDigest: isExclusive ? undefined : manifest.indexDigest,
      layers,
      manifest: Buffer.from(manifest.bytes).toString(),
      configuration: Buffer.from(bytes).toString(),
      config: json,
    });
    // An index has chosen the image already.
    return answerOf(image, inspection, isExclusive && manifest.indexDigest === undefined ? platform : undefined);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    const hasNoResponse = errorClass(error.code) === 'no-response';
    return { kind: 'problems', messages: [error.message], hasNoResponse };
  }
}

function answerOf(image: string, inspection: Inspection, wanted: Platform | undefined): ImageAnswer {
  if (inspection.kind === 'problems')
    return { kind: 'problems', messages: inspection.problems.map((problem) => `${image}: ${problem}`) };
  const { platform } = inspection.facts;
  if (wanted === undefined || platform === undefined || selectByPlatform([{ platform }], wanted) !== undefined)
    return inspection;
  const message = `${image} is an image for ${platformName(platform)} only, not for ${platformName(wanted)}`;
  return { kind: 'problems', messages: [message] };
}
