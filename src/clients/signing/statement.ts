import { repositoryName } from '../../core/model/image-reference.ts';
import { parseJson, type JsonObject } from '../../core/model/json.ts';
import { fields, text } from '../../core/model/objects/reader.ts';
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

const asStatement = fields({ predicateType: text });

/** Returns the type of a statement's predicate, or an empty string if the text is not a statement. */
export function predicateTypeOf(statement: string): string {
  return asStatement(parseJson(statement)).predicateType ?? '';
}
