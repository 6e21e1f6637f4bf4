import type { BuildOutcome } from '../../src/core/model/build-outcome.ts';
import { parseImageReference, parseTag } from '../../src/core/model/image-reference.ts';
import { parseJson, type Json } from '../../src/core/model/json.ts';
import { fields, text } from '../../src/core/model/objects/reader.ts';

/** The limits of registry, repository, tag and digest added up (distribution, reference grammar). */
const MAX_REFERENCE_LENGTH = 700;

const asReport = fields({ IMAGE_URL: text, IMAGE_DIGEST: text, CACHE_IMAGE: text });

/** Parses completion's report, or returns `undefined` if the text is not a report. */
export function parseOutcome(report: string): BuildOutcome | undefined {
  return readOutcome(parseJson(report));
}

/** Reads completion's report, or returns `undefined` if a required field is missing or a field is malformed. */
export function readOutcome(report: Json | undefined): BuildOutcome | undefined {
  const { IMAGE_URL: url, IMAGE_DIGEST: digest, CACHE_IMAGE: cache } = asReport(report);
  if (url === undefined || !isTag(url)) return undefined;
  if (digest === undefined || !/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined;
  if (cache !== undefined && !isPinned(cache)) return undefined;
  return { IMAGE_URL: url, IMAGE_DIGEST: digest, ...(cache !== undefined && { CACHE_IMAGE: cache }) };
}

function isTag(url: string): boolean {
  return url.length <= MAX_REFERENCE_LENGTH && parseTag(url) !== undefined;
}

function isPinned(image: string): boolean {
  return image.length <= MAX_REFERENCE_LENGTH && parseImageReference(image)?.digest !== undefined;
}
