import { gunzipSync } from 'node:zlib';
import { readOutcome } from '../../../../translators/phases/progress/outcome.ts';
import type { BuildOutcome } from '../../../model/build-outcome.ts';
import { textAt } from '../../../model/json-field.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../model/json.ts';

/** What a message of 4096 bytes means in kpack is shorter by far. */
const LONGEST = 1_000_000;

/**
 * What kpack's own completion reports, of a Pod that kpack has left running to us: JSON by gzip and base64 (kpack,
 * pkg/cnb, `CompressBuildMetadata`). `undefined` where it is no such thing.
 */
export function kpackOutcome(message: string): BuildOutcome | undefined {
  const report = unpacked(message);
  const [image = '', digest = ''] = (textAt(report, 'latestImage') ?? '').split('@');
  const cache = textAt(report, 'latestCacheImage') ?? '';
  return readOutcome({ IMAGE_URL: image, IMAGE_DIGEST: digest, ...(cache !== '' && { CACHE_IMAGE: cache }) });
}

function unpacked(message: string): JsonObject {
  try {
    const text = gunzipSync(Buffer.from(message, 'base64'), { maxOutputLength: LONGEST }).toString();
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    // Whatever it is, kpack has not written it.
    return {};
  }
}
