import { isJsonObject, isSameJson, parseJson, type JsonObject } from '../model/json.ts';
import { objectAt, textAt } from '../model/json-field.ts';
import { errorClass } from '../registry/client/error-class.ts';
import { RegistryError } from '../registry/client/registry-error.ts';
import { readEnvelopes } from './attestations.ts';
import type { SignedImage } from './payload.ts';
import {
  attachedTag,
  readLayers,
  readSignatureImage,
  SIGNATURE_ANNOTATION,
  type SignatureRegistry,
} from './signature-image.ts';
import { PAYLOAD_TYPE } from './signature.ts';
import type { VerificationKey } from './signing-key.ts';
import { PREDICATE_TYPES, readStatement, type Statement } from './statement.ts';

/** An attestation that an image must have. */
export interface ExpectedAttestation {
  readonly predicateType: string;
  /** Returns why the predicate is not the expected one, or `undefined` if it is. */
  readonly fault: (predicate: JsonObject) => string | undefined;
}

export interface ExpectedClaims {
  readonly attestations: readonly ExpectedAttestation[];
  /** Required, if an SBOM must be attached that equals the predicate of an attestation. */
  readonly sbom: 'required' | 'none';
}

/** A claim that does not hold, such as `provenance subject`, and why. */
export interface FailedClaim {
  readonly claim: string;
  readonly reason: string;
}

type Reader = Pick<SignatureRegistry, 'config' | 'blob'>;

/** A statement at the tag of attestations, and if the key has signed it. */
type StoredStatement = Statement & { readonly isSigned: boolean };

/**
 * Verifies the signature, the attestations and the SBOM of an image with a public key, and that the key signed no other attestations.
 * Returns the claims that do not hold.
 * Rejects with `RegistryError` if the registry cannot be read.
 */
export async function verifyImage(
  client: Reader,
  image: SignedImage,
  key: VerificationKey,
  { attestations, sbom }: ExpectedClaims,
): Promise<readonly FailedClaim[]> {
  const stored = await statementsOf(client, image, key);
  return [
    ...(await failureOf('signature', async () => signatureFailure(client, image, key))),
    ...('claim' in stored ? [stored] : attestations.flatMap((expected) => attestationFailure(image, stored, expected))),
    ...('claim' in stored ? [] : otherAttestations(stored, attestations)),
    ...(sbom === 'none' || 'claim' in stored
      ? []
      : await failureOf('SBOM', async () => sbomFailure(client, image, stored))),
  ];
}

async function signatureFailure(client: Reader, image: SignedImage, key: VerificationKey): Promise<FailedClaim[]> {
  const place = attachedTag(image, 'sig');
  const signatures = await readSignatureImage(client, place);
  const payloads: JsonObject[] = [];
  if (signatures !== undefined) {
    for await (const { content, annotations } of readLayers(client, place, signatures, PAYLOAD_TYPE)) {
      const payload = parseJson(Buffer.from(content).toString());
      const base64 = textAt(annotations, SIGNATURE_ANNOTATION) ?? '';
      if (isJsonObject(payload) && key.verify(content, base64)) payloads.push(payload);
    }
  }
  if (payloads.length === 0) return failed('signature', `the image ${image.digest} has no signature of the key`);
  const digests = payloads.map((payload) => textAt(objectAt(objectAt(payload, 'critical'), 'image'), DIGEST) ?? '');
  return digests.includes(image.digest)
    ? []
    : failed('signed digest', `the key signed ${digests.join(', ')}, not ${image.digest}`);
}

/** The field of a signature's payload with the digest of the image. */
const DIGEST = 'docker-manifest-digest';

async function statementsOf(
  client: Reader,
  image: SignedImage,
  key: VerificationKey,
): Promise<readonly StoredStatement[] | FailedClaim> {
  let statements: readonly StoredStatement[] = [];
  const [failure] = await failureOf('attestations', async () => {
    const place = attachedTag(image, 'att');
    const attestations = await readSignatureImage(client, place);
    const envelopes = attestations === undefined ? [] : await readEnvelopes(client, place, attestations, key);
    statements = envelopes.flatMap(({ statement: text, isSigned }) => {
      const statement = readStatement(text);
      return statement === undefined ? [] : [{ ...statement, isSigned }];
    });
    return [];
  });
  return failure ?? statements;
}

/** Returns the failure of the attestation that meets the most conditions. */
function attestationFailure(
  image: SignedImage,
  stored: readonly StoredStatement[],
  { predicateType, fault }: ExpectedAttestation,
): FailedClaim[] {
  const name = NAMES[predicateType] ?? predicateType;
  const ofType = stored.filter((statement) => statement.predicateType === predicateType);
  if (ofType.length === 0) return failed(name, `the image ${image.digest} has no attestation ${predicateType}`);
  const signed = ofType.filter(({ isSigned }) => isSigned);
  if (signed.length === 0) return failed(`${name} signature`, 'the key did not sign the attestation');
  const about = signed.filter(({ subjects }) => isAboutOnly(subjects, image));
  if (about.length === 0) {
    const subjects = signed.flatMap((statement) => statement.subjects);
    return failed(`${name} subject`, `the attestation is about ${subjects.join(', ')}, not ${image.digest} alone`);
  }
  const faults = about.map(({ predicate }) => fault(predicate));
  return faults.includes(undefined) ? [] : failed(`${name} predicate`, faults.join('; '));
}

/** A statement about several images would say the same about all of them. */
function isAboutOnly(subjects: readonly string[], { digest }: SignedImage): boolean {
  return subjects.length === 1 && subjects[0] === digest;
}

/** The key attests each type once, and no other type. Everybody can add attestations of other keys. */
function otherAttestations(
  stored: readonly StoredStatement[],
  attestations: readonly ExpectedAttestation[],
): FailedClaim[] {
  const types = stored.filter(({ isSigned }) => isSigned).map(({ predicateType }) => predicateType);
  const once = new Set(attestations.map(({ predicateType }) => predicateType));
  const others = types.filter((type) => !once.delete(type));
  return others.length === 0 ? [] : failed('attestations', `the key also signed ${others.join(', ')}`);
}

/** The names of predicates in claims. */
const NAMES: Readonly<Record<string, string>> = {
  [PREDICATE_TYPES.slsaprovenance1]: 'provenance',
  [PREDICATE_TYPES.spdxjson]: 'SPDX document',
  [PREDICATE_TYPES.cyclonedx]: 'CycloneDX document',
};

/** An attached SBOM has no signature, so it must equal a signed one. */
async function sbomFailure(
  client: Reader,
  image: SignedImage,
  stored: readonly StoredStatement[],
): Promise<FailedClaim[]> {
  const place = attachedTag(image, 'sbom');
  const attachment = await readSignatureImage(client, place);
  const documents: unknown[] = [];
  if (attachment !== undefined)
    for await (const { content } of readLayers(client, place, attachment))
      documents.push(parseJson(Buffer.from(content).toString()));
  if (documents.length === 0) return failed('SBOM', `the image ${image.digest} has no attached SBOM`);
  const attested = stored.filter(({ isSigned, subjects }) => isSigned && isAboutOnly(subjects, image));
  return documents.every((document) => attested.some(({ predicate }) => isSameJson(predicate, document)))
    ? []
    : failed('SBOM', 'the attached SBOM is not one that the key attested');
}

/** Returns the failures of a claim. Invalid content of a registry is a failure, because it cannot be verified. */
async function failureOf(claim: string, work: () => Promise<FailedClaim[]>): Promise<FailedClaim[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RegistryError && INVALID.includes(errorClass(error.code))) return failed(claim, error.message);
    throw error;
  }
}

const INVALID: readonly string[] = ['invalid-response', 'not-found', 'unusable'];

function failed(claim: string, reason: string): FailedClaim[] {
  return [{ claim, reason }];
}
