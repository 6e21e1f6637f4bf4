import { PREPARE_LINES } from '../../core/model/prepare-lines.ts';
import type { ApplicationInputs, BuildInputs, CredentialInputs } from '../../core/model/build-inputs.ts';
import { type ImageReference, parseImageReference } from '../../core/model/image-reference.ts';
import { readInputs } from '../read-inputs.ts';
import { type BuildCredentials, chooseLogins } from './registry/logins.ts';
import {
  readPullSecrets,
  readRegistrySecrets,
  joinCredentials,
  type RegistryCredentials,
} from './registry/credentials.ts';
import { applyDescriptor } from './apply-descriptor.ts';
import { writeDockerConfig } from './registry/docker-config.ts';
import { makeBindingDirectories } from './binding-directories.ts';
import { copyProgram } from './copy-program.ts';
import { buildVariables, writeEnvironment } from './environment.ts';
import { writeProjectMetadata } from './source/fetched.ts';
import { logReasons } from './build-reasons.ts';
import { prepareStepOrder } from './step-order.ts';
import { fetchSource } from './fetch-source.ts';
import { writeRunImages } from './run-images.ts';
import { writeSystemBuildpacks } from './system-buildpacks.ts';
import type { PrepareDependencies } from './dependencies.ts';

/**
 * Checks registry access, fetches the source and writes the files that the lifecycle reads, in the order of kpack's
 * cmd/build-init. A rebase has no application, so only credentials are checked and written. Rejects with `PrepareError`.
 */
export async function prepare(dependencies: PrepareDependencies): Promise<void> {
  const inputs = await readInputs(dependencies.inputsFile);
  await logReasons(dependencies);
  const credentials = await loadCredentials(dependencies, inputs);
  const logins = await chooseLogins(dependencies, inputs, credentials);
  if (inputs.application !== undefined) {
    await prepareApplication(dependencies, inputs.application, inputs.credentials, credentials.all);
  }
  if (inputs.builder.isExtended) await copyNameFiles(dependencies);
  await writeDockerConfig(dependencies.paths.credentials, credentials.all, logins, signatureRepositories(inputs));
}

async function loadCredentials(dependencies: PrepareDependencies, inputs: BuildInputs): Promise<BuildCredentials> {
  const { registry, imagePull, cloudIdentity } = inputs.credentials;
  dependencies.log(PREPARE_LINES.loadingCredentials);
  const own = await readRegistrySecrets(registry, dependencies.redaction);
  for (const key of Object.keys(own.auths)) dependencies.log(PREPARE_LINES.loadingSecrets + JSON.stringify(key));
  if (registry.length === 0) dependencies.log(PREPARE_LINES.noCredentials);
  const pushing = cloudIdentity === true ? await withIdentityLogins(dependencies, inputs, own) : own;
  return { own: pushing, all: joinCredentials(pushing, await readPullSecrets(imagePull, dependencies.redaction)) };
}

/** Loads the modules lazily, because few Builds need them. */
async function withIdentityLogins(
  dependencies: PrepareDependencies,
  inputs: BuildInputs,
  own: RegistryCredentials,
): Promise<RegistryCredentials> {
  const { identityCredentials } = await import('./registry/identity-credentials.ts');
  return joinCredentials(own, await identityCredentials(dependencies, inputs, own));
}

async function prepareApplication(
  dependencies: PrepareDependencies,
  application: ApplicationInputs,
  inputs: CredentialInputs,
  credentials: RegistryCredentials,
): Promise<void> {
  const source = await fetchSource(dependencies, application, inputs, credentials);
  const variables = await applyDescriptor(dependencies, application.projectDescriptorPath);
  await writeEnvironment(dependencies.paths.platform, [
    ...variables,
    ...(await buildVariables(application.environment, dependencies)),
  ]);
  await makeBindingDirectories(dependencies.paths.platform, application.bindingDirectories);
  await copyProgram(dependencies.paths.exportGuard, dependencies.paths.programs);
  await prepareStepOrder(dependencies.paths);
  await writeProjectMetadata(dependencies.paths.projectMetadata, source);
  const { runImages, systemBuildpacks } = application;
  if (runImages !== undefined) await writeRunImages(dependencies.paths.runImages, runImages);
  if (systemBuildpacks !== undefined) {
    await writeSystemBuildpacks(dependencies.paths.platform, systemBuildpacks, dependencies.log);
  }
}

/** Copies the files that an image extension, which runs as root, must not change before export (export-guard/name_files.go). */
async function copyNameFiles({ paths }: PrepareDependencies): Promise<void> {
  for (const file of paths.nameFiles) await copyProgram(file, paths.programs);
}

function signatureRepositories({ completion }: BuildInputs): readonly ImageReference[] {
  return completion.signing.flatMap(({ repository }) => parseImageReference(repository ?? '') ?? []);
}
