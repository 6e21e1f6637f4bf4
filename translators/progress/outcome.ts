import type { BuildOutcome } from '../../src/core/model/build-outcome.ts';
import { parseImageReference, parseTag } from '../../src/core/model/image-reference.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../src/core/model/json.ts';
import { textAt } from '../../src/core/model/json-field.ts';

/** The limits of registry, repository, tag and digest added up (distribution, reference grammar). */
const MAX_REFERENCE_LENGTH = 700;

/** Parses completion's report, or returns `undefined` if the text is not a report. */
export function parseOutcome(text: string): BuildOutcome | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? readOutcome(value) : undefined;
}

/** Reads completion's report, or returns `undefined` if a required field is missing or a field is malformed. */
export function readOutcome(report: JsonObject): BuildOutcome | undefined {
  const url = textAt(report, 'IMAGE_URL');
  const digest = textAt(report, 'IMAGE_DIGEST');
  const cache = textAt(report, 'CACHE_IMAGE');
  if (url === undefined || !isTag(url)) return undefined;
  if (digest === undefined || !/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined;
  if (cache !== undefined && !isPinned(cache)) return undefined;
  return { IMAGE_URL: url, IMAGE_DIGEST: digest, ...(cache !== undefined && { CACHE_IMAGE: cache }) };
}

function isTag(text: string): boolean {
  return text.length <= MAX_REFERENCE_LENGTH && parseTag(text) !== undefined;
}

function isPinned(text: string): boolean {
  return text.length <= MAX_REFERENCE_LENGTH && parseImageReference(text)?.digest !== undefined;
}
