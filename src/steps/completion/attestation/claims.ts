import type { AttestationInputs, BuildInputs } from '../../../core/model/build-inputs.ts';
import { jsonBlob } from '../../../core/oci/image.ts';
import type { PulledConfig } from '../../../clients/registry/client/manifests/pull-config.ts';
import type { RegistryClient } from '../../../clients/registry/client/registry-client.ts';
import { RegistryError } from '../../../clients/registry/client/registry-error.ts';
import { VERSION } from '../../../core/settings/version.ts';
import type { SignedImage } from '../../../clients/signing/payload.ts';
import { SBOM_TYPES } from '../../../clients/signing/sbom-attachment.ts';
import type { SignedClaims } from '../../../clients/signing/sign-and-attest.ts';
import { registryFailure } from '../../registry-failure.ts';
import { CompletionError } from '../../../core/model/step-failures/step-error.ts';
import { appliedDockerfiles } from './dockerfiles.ts';
import { attestedSboms } from './attested-sboms.ts';
import { analyzedRunImage, buildpacksOf, sourceDigest, type TrustedFiles } from './findings.ts';
import { provenance } from './provenance.ts';
import { sbomFiles, type SbomFiles } from './sbom-files.ts';

export type AttestedClaims = Pick<SignedClaims, 'attestations' | 'sbom'>;

interface ClaimDependencies {
  readonly client: Pick<RegistryClient, 'config' | 'blob'>;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

const IMAGE = { denied: 'SignatureDenied', notFound: 'SignatureRefused', unusable: 'SignatureRefused' } as const;

interface AttestedBuild {
  readonly inputs: BuildInputs;
  readonly attestation: AttestationInputs;
  readonly files: TrustedFiles;
}

/** Returns the provenance and the SBOMs of the built image. Rejects with `CompletionError`. */
export async function attestedClaims(
  image: SignedImage,
  { inputs, attestation, files }: AttestedBuild,
  { client, now, log }: ClaimDependencies,
): Promise<AttestedClaims> {
  const config = await imageConfig(client, image);
  const finishedMs = now();
  const found = {
    ...(await sourceDigest(files)),
    ...(await analyzedRunImage(files)),
    buildpacks: buildpacksOf(config.json),
    dockerfiles: await appliedDockerfiles(files),
    finishedMs,
    version: VERSION,
  };
  const sboms = await imageSboms(client, image, config, log);
  const { cyclonedx, spdx } =
    sboms === undefined ? {} : attestedSboms(image, sboms, { createdMs: finishedMs, version: VERSION }, log);
  return {
    attestations: [provenance(inputs, attestation, found), cyclonedx, spdx].filter((claim) => claim !== undefined),
    ...(cyclonedx !== undefined && { sbom: jsonBlob(SBOM_TYPES.cyclonedx, cyclonedx.predicate) }),
  };
}

async function imageConfig(client: ClaimDependencies['client'], image: SignedImage): Promise<PulledConfig> {
  try {
    return await client.config(image, { os: '', architecture: '' });
  } catch (error) {
    throw unreadable(error);
  }
}

/** Returns the SBOMs in the image. Buildpacks can make the layer unreadable, which must not fail the Build. */
async function imageSboms(
  client: ClaimDependencies['client'],
  image: SignedImage,
  config: PulledConfig,
  log: (line: string) => void,
): Promise<SbomFiles | undefined> {
  try {
    return await sbomFiles(client, image, config);
  } catch (error) {
    if (error instanceof RegistryError) throw unreadable(error);
    const reason = error instanceof Error ? error.message : 'unknown error';
    log(`No SBOM is attached, because the SBOM layer of the image cannot be read: ${reason}`);
    return undefined;
  }
}

function unreadable(error: unknown): unknown {
  if (!(error instanceof RegistryError)) return error;
  const message = `the image was built, but it cannot be read to attest it: ${error.message}`;
  return new CompletionError(registryFailure(error.code, IMAGE), message, error);
}
