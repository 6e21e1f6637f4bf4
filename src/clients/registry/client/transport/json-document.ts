import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readBody } from '../../../http/response.ts';
import { isJsonObject, parseBoundedJson, type JsonObject } from '../../../../core/model/json.ts';
import type { RegistryResponse } from './http-request.ts';
import { RegistryError, type Subject } from '../registry-error.ts';

/**
 * The largest manifest, index or configuration. A configuration with a label of 1 MiB, in which JSON escapes each quote,
 * is smaller. Parsing this size takes about 20 ms.
 */
export const MAX_DOCUMENT_BYTES = 2_097_152;

/**
 * The most list items and fields of a manifest, an index or a configuration. A configuration has four for each of at most
 * 500 layers, and some for each label and variable.
 */
const MAX_DOCUMENT_ENTRIES = 10_000;

const gunzipped = promisify(gunzip);

/**
 * Reads a body of at most 2 MiB. Rejects with `TOO_LARGE` without reading further. Some proxies compress the document although the
 * request excludes that, and Go decodes it.
 */
export async function readDocument(response: RegistryResponse, subject: Subject): Promise<Buffer> {
  const document = await readBody(response, MAX_DOCUMENT_BYTES);
  if (document === undefined) throw tooLarge(subject);
  const isCompressed = response.header('content-encoding') === 'gzip' && document.subarray(0, 2).equals(GZIP_START);
  if (!isCompressed) return document;
  return gunzipped(document, { maxOutputLength: MAX_DOCUMENT_BYTES }).catch((error: unknown) => {
    if (error instanceof RangeError) throw tooLarge(subject);
    const message = `registry ${subject.registry} sends a document whose gzip compression is broken`;
    throw new RegistryError('BAD_ANSWER', subject, message, { cause: error });
  });
}

const GZIP_START = Buffer.from([0x1f, 0x8b]);

function tooLarge(subject: Subject): RegistryError {
  const message = `registry ${subject.registry} sends a document of more than ${MAX_DOCUMENT_BYTES} bytes, which taskpack does not read`;
  return new RegistryError('TOO_LARGE', subject, message);
}

/**
 * Parses a JSON object. Throws `BAD_ANSWER`, or `TOO_LARGE` for a document of too many entries. The parser's error is
 * dropped, because it quotes the text.
 */
export function parseDocument(bytes: Uint8Array, subject: Subject): JsonObject {
  const bounds = { bytes: MAX_DOCUMENT_BYTES, entries: MAX_DOCUMENT_ENTRIES };
  const json = parseBoundedJson(Buffer.from(bytes).toString(), bounds);
  if (json.kind === 'too-large') {
    const message = `registry ${subject.registry} sends a document of more than ${bounds[json.bound]} ${json.bound}, which taskpack does not read; push an image with a smaller manifest and configuration`;
    throw new RegistryError('TOO_LARGE', subject, message);
  }
  if (json.kind === 'invalid') {
    throw new RegistryError('BAD_ANSWER', subject, `registry ${subject.registry} sends a document that is not JSON`);
  }
  if (isJsonObject(json.value)) return json.value;
  throw new RegistryError('BAD_ANSWER', subject, `registry ${subject.registry} sends JSON that is not an object`);
}
