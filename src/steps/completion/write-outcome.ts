import { writeFile } from 'node:fs/promises';
import type { BuildOutcome } from '../../model/build-outcome.ts';
import type { OutcomePlace } from './arguments.ts';
import { CompletionError } from './completion-error.ts';
import { outcomeText } from './outcome.ts';

/** Writes what was made to where the backend looks for it. Rejects with `OutcomeNotReported`. */
export async function writeOutcome(outcome: BuildOutcome, place: OutcomePlace): Promise<void> {
  for (const [file, text] of filesOf(outcome, place)) {
    await writeFile(file, text).catch((cause: unknown) => {
      throw new CompletionError('OutcomeNotReported', `${file}, which reports the image, cannot be written`, cause);
    });
  }
}

/** A termination message as JSON, or Tekton's results, of which each has a file; one without a value gets none. */
function filesOf(outcome: BuildOutcome, place: OutcomePlace): readonly (readonly [string, string])[] {
  switch (place.kind) {
    case 'message':
      return [[place.file, outcomeText(outcome)]];
    case 'results': {
      const { CACHE_IMAGE: cache } = outcome;
      return [
        ...place.imageUrl.map((file) => [file, outcome.IMAGE_URL] as const),
        ...place.imageDigest.map((file) => [file, outcome.IMAGE_DIGEST] as const),
        ...(cache === undefined ? [] : place.cacheImage.map((file) => [file, cache] as const)),
      ];
    }
  }
}
