import type { BuildOutcome } from '../../../src/model/build-outcome.ts';
import { parseImageReference, parseTag } from '../../../src/model/image-reference.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../src/model/json.ts';
import { textAt } from '../../../src/model/json-field.ts';

/** The longest that a reference can be: registry, repository, tag and digest (distribution, reference grammar). */
const LONGEST_REFERENCE = 700;

/** completion's report as text; `undefined` where it is none. */
export function parseOutcome(text: string): BuildOutcome | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? readOutcome(value) : undefined;
}

/** completion's report by its names; `undefined` where one that must be there is missing, or one is malformed. */
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
  return text.length <= LONGEST_REFERENCE && parseTag(text) !== undefined;
}

function isPinned(text: string): boolean {
  return text.length <= LONGEST_REFERENCE && parseImageReference(text)?.digest !== undefined;
}
