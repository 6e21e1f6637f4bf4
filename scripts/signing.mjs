// The signature, provenance and SBOMs of a published image: written with a private key, verified with the public one.
import { createPublicKey } from 'node:crypto';
import { readImageReference } from './oci.mjs';
import { require } from './typescript.mjs';

const { isSameJson } = require('../src/model/json.ts');
const { jsonBlob } = require('../src/registry/image.ts');
const { variablePassword } = require('../src/signing/key-password.ts');
const { signAndAttest } = require('../src/signing/sign-and-attest.ts');
const { readPrivateKey, readPublicKey } = require('../src/signing/signing-key.ts');
const { PREDICATE_TYPES } = require('../src/signing/statement.ts');
const { SBOM_TYPES } = require('../src/signing/sbom-attachment.ts');
const { verifyImage } = require('../src/signing/verification.ts');

/**
 * Signs an image or index, and attests its SLSA provenance and SBOMs. `name` is `REPOSITORY@sha256:…`. `key` is the PEM of `cosign
 * generate-key-pair` or of PKCS#8. The claims are `{ provenance, spdx, cyclonedx }`, as JSON. `cosign download sbom` gets the
 * SPDX document. Throws an `Error` unless the name and the key are valid.
 */
export async function signImage(client, name, { key, password = '' }, { provenance, spdx, cyclonedx }) {
  await signAndAttest(
    client,
    imageOf(name),
    keyOf(await readPrivateKey(key, variablePassword(password)), 'the signing key'),
    {
      annotations: [],
      attestations: [
        { predicateType: PREDICATE_TYPES.slsaprovenance1, predicate: provenance },
        { predicateType: PREDICATE_TYPES.spdxjson, predicate: spdx },
        { predicateType: PREDICATE_TYPES.cyclonedx, predicate: cyclonedx },
      ],
      sbom: jsonBlob(SBOM_TYPES.spdxjson, spdx),
    },
  );
}

/**
 * Returns the function that signs a content, as `cosign sign-blob` does: its result is the signature in base64. Rejects with an `Error`
 * unless the private key and its password are valid.
 */
export async function contentSigner({ key, password = '' }) {
  return keyOf(await readPrivateKey(key, variablePassword(password)), 'the signing key').sign;
}

/** RSA keys of fewer bits are not accepted for new signatures (NIST SP 800-131A). */
const MIN_RSA_BITS = 2048;

/** Returns a public key of releases in PEM. Throws an `Error` unless the key is valid and strong enough. */
export function releaseKey(pem) {
  keyOf(readPublicKey(pem), 'the public key');
  const { modulusLength: bits = MIN_RSA_BITS } = createPublicKey(pem).asymmetricKeyDetails;
  if (bits < MIN_RSA_BITS)
    throw new Error(
      `the public key is an RSA key of ${bits} bits, which can be forged: create one with cosign generate-key-pair`,
    );
  return pem;
}

/** True if the key in PEM signed the content. `signature` is that of `cosign sign-blob` in base64. */
export function isSigned(content, signature, publicKey) {
  return keyOf(readPublicKey(publicKey), 'the public key').verify(content, signature);
}

/**
 * Verifies what `signImage` wrote with the public key in PEM. Returns the claims that do not hold as `{ claim, reason }`. The claims
 * are `signature`, `signed digest`, `attestations` (no others of this key), `SBOM`, and those of each predicate: `provenance`, `provenance signature`,
 * `provenance subject`, `provenance predicate`, and the same for `SPDX document` and `CycloneDX document`.
 */
export async function failedClaims(client, name, publicKey, { provenance, spdx, cyclonedx }) {
  return verifyImage(client, imageOf(name), keyOf(readPublicKey(publicKey), 'the public key'), {
    attestations: [
      expected(PREDICATE_TYPES.slsaprovenance1, provenance),
      expected(PREDICATE_TYPES.spdxjson, spdx),
      expected(PREDICATE_TYPES.cyclonedx, cyclonedx),
    ],
    sbom: 'required',
  });
}

function expected(predicateType, json) {
  const fault = (predicate) =>
    isSameJson(predicate, json) ? undefined : 'the predicate differs from the expected one';
  return { predicateType, fault };
}

function imageOf(name) {
  const reading = readImageReference(name);
  if ('fault' in reading) throw new Error(`${name} is not an image reference: ${reading.fault}`);
  if (reading.digest === undefined) throw new Error(`${name} has no digest: add @sha256:…`);
  return reading;
}

function keyOf(reading, name) {
  if (reading.kind === 'key') return reading.key;
  throw new Error(`${name} ${reading.reason}`);
}
