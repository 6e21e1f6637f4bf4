import { canonicalName, parseImageReference } from '../model/image-reference.ts';
import type { Problem } from '../model/problem.ts';

/** An image whose facts are missing. */
export interface MissingImage {
  readonly image: string;
  /** The architecture of the wanted image if the reference is an index. Absent: any that the command selects. */
  readonly architecture?: string;
}

/** Returns the key of an image's facts, which is the same for all spellings of the reference. */
export function imageKey(image: string): string {
  const reference = parseImageReference(image);
  return reference === undefined ? image : canonicalName(reference);
}

/** Returns the key of a missing image, which is the same for all spellings of the reference. */
export function missingImageKey({ image, architecture }: MissingImage): string {
  return architecture === undefined ? imageKey(image) : `${imageKey(image)} ${architecture}`;
}

/** Returns the image whose missing facts cause a problem. */
export function missingImageOf({
  lacksFactsOf: image,
  lacksArchitecture: architecture,
}: Problem): MissingImage | undefined {
  if (image === undefined) return undefined;
  return { image, ...(architecture !== undefined && { architecture }) };
}

/** Returns the images whose facts are missing, without duplicates, in the order of the problems. */
export function imagesWithoutFacts(problems: readonly Problem[]): readonly MissingImage[] {
  const missing = problems.flatMap((problem) => missingImageOf(problem) ?? []);
  return [...new Map(missing.map((image) => [JSON.stringify(image), image])).values()];
}
