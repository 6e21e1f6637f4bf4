import { readBody } from '../../../http/response.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../model/json.ts';
import type { RegistryResponse } from './http-request.ts';
import { RegistryError, type Subject } from '../registry-error.ts';

/**
 * The size that registries must accept for manifests (OCI distribution specification, "Pushing Manifests"). Applies to
 * configurations, too.
 */
export const MAX_DOCUMENT_BYTES = 4_194_304;

/** Reads a body of at most 4 MiB. Rejects with `TOO_LARGE` without reading further. */
export async function readDocument(response: RegistryResponse, subject: Subject): Promise<Buffer> {
  const document = await readBody(response, MAX_DOCUMENT_BYTES);
  if (document !== undefined) return document;
  const message = `registry ${subject.registry} sends a document of more than ${MAX_DOCUMENT_BYTES} bytes, which taskpack does not read`;
  throw new RegistryError('TOO_LARGE', subject, message);
}

/** Parses a JSON object. Throws `BAD_ANSWER`. The parser's error is dropped, because it quotes the text. */
export function parseDocument(bytes: Uint8Array, subject: Subject): JsonObject {
  const value = parseJson(Buffer.from(bytes).toString());
  if (value === undefined) {
    throw new RegistryError('BAD_ANSWER', subject, `registry ${subject.registry} sends a document that is not JSON`);
  }
  if (isJsonObject(value)) return value;
  throw new RegistryError('BAD_ANSWER', subject, `registry ${subject.registry} sends JSON that is not an object`);
}
