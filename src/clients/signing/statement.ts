import { repositoryName } from '../../core/model/image-reference.ts';
import type { NameValue } from '../../core/model/resolved-build.ts';
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

/** The type of the predicate of a signature in a Sigstore bundle (cosign 3, pkg/types). */
export const SIGNATURE_PREDICATE_TYPE = 'https://sigstore.dev/cosign/sign/v1';

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

/** Returns the in-toto statement of an attestation about an image (in-toto attestation, spec/v1/statement.md). */
export function statementText(image: SignedImage, { predicateType, predicate }: Attestation): string {
  const subject = [{ name: repositoryName(image), digest: digestSet(image) }];
  return JSON.stringify({ _type: STATEMENT_TYPE, subject, predicateType, predicate });
}

/** Returns the statement that cosign 3 signs instead of a payload. `cosign verify -a` reads the annotations of the subject. */
export function signatureStatement(image: SignedImage, annotations: readonly NameValue[]): string {
  const named = Object.fromEntries(annotations.map(({ name, value }) => [name, value]));
  const subject = [{ digest: digestSet(image), annotations: named }];
  return JSON.stringify({ _type: STATEMENT_TYPE, subject, predicateType: SIGNATURE_PREDICATE_TYPE, predicate: {} });
}

function digestSet({ digest }: SignedImage): JsonObject {
  const [algorithm = '', hex = ''] = digest.split(':');
  return { [algorithm]: hex };
}

const asStatement = fields({ predicateType: text });

/** Returns the type of a statement's predicate, or an empty string if the text is not a statement. */
export function predicateTypeOf(statement: string): string {
  return asStatement(parseJson(statement)).predicateType ?? '';
}
