// Signs published images and files, and attests the provenance and SBOMs of images.
import { readImageReference } from './oci.mjs';
import { require } from './typescript.mjs';

const { jsonBlob } = require('../src/core/oci/image.ts');
const { signedContentBundle } = require('../src/clients/signing/bundle.ts');
const { variablePassword } = require('../src/clients/signing/key-password.ts');
const { signAndAttest } = require('../src/clients/signing/sign-and-attest.ts');
const { readPrivateKey } = require('../src/clients/signing/signing-key.ts');
const { PREDICATE_TYPES } = require('../src/clients/signing/statement.ts');
const { SBOM_TYPES } = require('../src/clients/signing/sbom-attachment.ts');

/**
 * Signs an image or index, and attests its SLSA provenance and SBOMs. `name` is `REPOSITORY@sha256:…`. `key` is `{ key, password }`, a PEM of `cosign
 * generate-key-pair` or of PKCS#8. The claims are `{ provenance, spdx, cyclonedx }`, as JSON. `cosign download sbom` gets the
 * SPDX document. Throws an `Error` unless the name and the key are valid.
 */
export async function signImage(client, name, key, { provenance, spdx, cyclonedx }) {
  await signAndAttest(client, imageOf(name), await signingKey(key), {
    annotations: [],
    attestations: [
      { predicateType: PREDICATE_TYPES.slsaprovenance1, predicate: provenance },
      { predicateType: PREDICATE_TYPES.spdxjson, predicate: spdx },
      { predicateType: PREDICATE_TYPES.cyclonedx, predicate: cyclonedx },
    ],
    sbom: jsonBlob(SBOM_TYPES.spdxjson, spdx),
  });
}

/**
 * Returns the function that signs a content, as `cosign sign-blob` does: its result is `{ signature, bundle }`, the signature in base64 and
 * a Sigstore bundle. Rejects with an `Error` unless the private key and its password are valid.
 */
export async function contentSigner(key) {
  const signer = await signingKey(key);
  return (content) => ({ signature: signer.sign(content), bundle: signedContentBundle(content, signer).content });
}

function imageOf(name) {
  const reading = readImageReference(name);
  if ('fault' in reading) throw new Error(`${name} is not an image reference: ${reading.fault}`);
  if (reading.digest === undefined) throw new Error(`${name} has no digest: add @sha256:…`);
  return reading;
}

async function signingKey({ key, password = '' }) {
  const reading = await readPrivateKey(key, variablePassword(password));
  if (reading.kind === 'key') return reading.key;
  throw new Error(`the signing key ${reading.reason}`);
}
