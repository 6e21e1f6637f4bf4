import { canonicalName, parseImageReference } from '../model/image-reference.ts';
import type { Problem } from '../model/problem.ts';

/** Returns the key of an image's facts, which is the same for all spellings of the reference. */
export function imageKey(image: string): string {
  const reference = parseImageReference(image);
  return reference === undefined ? image : canonicalName(reference);
}

/** Returns the images whose facts are missing, without duplicates, in the order of the problems. */
export function imagesWithoutFacts(problems: readonly Problem[]): readonly string[] {
  return [...new Set(problems.flatMap(({ lacksFactsOf }) => lacksFactsOf ?? []))];
}
