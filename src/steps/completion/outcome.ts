import { writeFile } from 'node:fs/promises';
import type { BuildOutcome } from '../../core/model/build-outcome.ts';
import { CompletionError } from '../../core/model/step-failures/step-error.ts';
import type { OutcomeFiles } from './command-line.ts';

/**
 * The kubelet keeps 12,288 bytes for the termination messages of all containers of a Pod (pkg/kubelet/container/runtime.go).
 * A service mesh can add containers of its own.
 */
const MAX_OUTCOME_BYTES = 700;

interface LimitedOutcome {
  readonly outcome: BuildOutcome;
  /** The images that did not fit. */
  readonly omitted: readonly string[];
}

/** Omits the cache image from an outcome that is too long. Throws `OutcomeNotReported` if the rest is too long as well. */
export function outcomeWithinLimit(outcome: BuildOutcome): LimitedOutcome {
  if (byteLength(outcome) <= MAX_OUTCOME_BYTES) return { outcome, omitted: [] };
  const { CACHE_IMAGE: cache, ...image } = outcome;
  if (byteLength(image) <= MAX_OUTCOME_BYTES) return { outcome: image, omitted: cache === undefined ? [] : [cache] };
  throw new CompletionError(
    'OutcomeNotReported',
    `the image was built, but its tag is too long to be reported: ${image.IMAGE_URL}; use a shorter tag`,
  );
}

/** Returns the outcome as the termination message holds it. */
export function outcomeText(outcome: BuildOutcome): string {
  return JSON.stringify(outcome);
}

function byteLength(outcome: BuildOutcome): number {
  return Buffer.byteLength(outcomeText(outcome));
}

/** Writes the outcome. Rejects with `OutcomeNotReported`. */
export async function writeOutcome(outcome: BuildOutcome, files: OutcomeFiles): Promise<void> {
  for (const [file, text] of fileContents(outcome, files)) {
    await writeFile(file, text).catch((cause: unknown) => {
      throw new CompletionError(
        'OutcomeNotReported',
        `the image was built, but the file that reports it cannot be written: ${file}`,
        cause,
      );
    });
  }
}

/** A Tekton result without a value gets no file. */
function fileContents(outcome: BuildOutcome, files: OutcomeFiles): readonly (readonly [file: string, text: string])[] {
  switch (files.kind) {
    case 'message':
      return [[files.file, outcomeText(outcome)]];
    case 'results': {
      const { CACHE_IMAGE: cache } = outcome;
      return [
        ...files.imageUrl.map((file) => [file, outcome.IMAGE_URL] as const),
        ...files.imageDigest.map((file) => [file, outcome.IMAGE_DIGEST] as const),
        ...(cache === undefined ? [] : files.cacheImage.map((file) => [file, cache] as const)),
      ];
    }
  }
}
