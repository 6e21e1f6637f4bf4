import { repositoryName } from '../model/image-reference.ts';
import { isJsonObject, parseJson, type JsonObject } from '../model/json.ts';
import { objectAt, objectsAt, textAt } from '../model/json-field.ts';
import type { SignedImage } from './payload.ts';

/** A predicate about an image, and its type. */
export interface Attestation {
  readonly predicateType: string;
  readonly predicate: JsonObject;
}

/** The types of predicates, by the names that `cosign verify-attestation --type` accepts. */
export const PREDICATE_TYPES = {
  slsaprovenance1: 'https://slsa.dev/provenance/v1',
  spdxjson: 'https://spdx.dev/Document',
  cyclonedx: 'https://cyclonedx.org/bom',
} as const;

/** Returns the in-toto statement of an attestation about an image (in-toto attestation, spec/v1/statement.md). */
export function statementText(image: SignedImage, { predicateType, predicate }: Attestation): string {
  const [algorithm = '', hex = ''] = image.digest.split(':');
  const subject = [{ name: repositoryName(image), digest: { [algorithm]: hex } }];
  return JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', subject, predicateType, predicate });
}

/** A statement with the digests of its subjects, as `sha256:…`, or `none` for a subject without a SHA-256. */
export interface Statement extends Attestation {
  readonly subjects: readonly string[];
}

/** Reads a statement. Returns `undefined` if the text is not one. */
export function readStatement(text: string): Statement | undefined {
  const json = parseJson(text);
  const predicateType = isJsonObject(json) ? textAt(json, 'predicateType') : undefined;
  if (!isJsonObject(json) || predicateType === undefined) return undefined;
  const subjects = objectsAt(json, 'subject').map((subject) => {
    const hex = textAt(objectAt(subject, 'digest'), 'sha256');
    return hex === undefined ? 'none' : `sha256:${hex}`;
  });
  return { predicateType, predicate: objectAt(json, 'predicate'), subjects };
}
