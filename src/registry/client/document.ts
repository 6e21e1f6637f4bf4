import { wholeBody } from '../../http/whole-body.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../model/json.ts';
import type { HttpAnswer } from './http-request.ts';
import { RegistryError, type Subject } from './registry-error.ts';

/** Of manifests and configurations, in bytes: what OCI's specification tells registries to take ("Pushing Manifests"). */
export const LONGEST_DOCUMENT = 4_194_304;

/** Reads a whole body of at most 4 MiB. Rejects with `TOO_LARGE` before it reads more. */
export async function readDocument(answer: HttpAnswer, subject: Subject): Promise<Buffer> {
  const document = await wholeBody(answer, LONGEST_DOCUMENT);
  if (document !== undefined) return document;
  const sentence = `${subject.registry} answers a document of more than ${LONGEST_DOCUMENT} bytes`;
  throw new RegistryError('TOO_LARGE', subject, sentence);
}

/** Reads JSON that must be an object. Throws `BAD_ANSWER`, without the parser's error: it quotes the text. */
export function parseDocument(bytes: Uint8Array, subject: Subject): JsonObject {
  const value = parseJson(Buffer.from(bytes).toString());
  if (value === undefined) {
    throw new RegistryError('BAD_ANSWER', subject, `${subject.registry} answers something that is not JSON`);
  }
  if (isJsonObject(value)) return value;
  throw new RegistryError('BAD_ANSWER', subject, `${subject.registry} answers JSON that is no object`);
}
