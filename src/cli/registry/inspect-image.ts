import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import { factsOfImage, type Inspection } from '../../inspection/facts-of-image.ts';
import { parseImageReference } from '../../model/image-reference.ts';
import type { Platform } from '../../registry/client/platform.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import { DEFAULT_PLATFORM } from './platform-option.ts';

/** What came of asking for one image: its facts, or sentences that name it. */
export type ImageAnswer =
  | { readonly kind: 'facts'; readonly facts: ImageFacts }
  | { readonly kind: 'problems'; readonly messages: readonly string[] };

/**
 * Asks the registry of an image what it is. Who chooses a platform means that image of an index alone, and who does not,
 * the index. Rejects only with what is no answer of a registry's.
 */
export async function inspectImage(
  client: RegistryClient,
  image: string,
  platform: Platform | undefined,
): Promise<ImageAnswer> {
  const reference = parseImageReference(image);
  if (reference === undefined) return { kind: 'problems', messages: [`${image} is no image reference`] };
  try {
    const { manifest, layers, bytes, json } = await client.config(reference, platform ?? DEFAULT_PLATFORM);
    const inspection = factsOfImage({
      name: image,
      digest: manifest.digest,
      indexDigest: platform === undefined ? manifest.indexDigest : undefined,
      layers,
      manifest: Buffer.from(manifest.bytes).toString(),
      configuration: Buffer.from(bytes).toString(),
      config: json,
    });
    return answerOf(image, inspection);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { kind: 'problems', messages: [error.message] };
  }
}

function answerOf(image: string, inspection: Inspection): ImageAnswer {
  if (inspection.kind === 'facts') return inspection;
  return { kind: 'problems', messages: inspection.problems.map((problem) => `${image}: ${problem}`) };
}
