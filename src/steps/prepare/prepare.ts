import type { ApplicationInputs, BuildInputs, CredentialInputs } from '../../model/build-inputs.ts';
import { readInputs } from '../read-inputs.ts';
import { checkReadAccess, checkWriteAccess } from './access/check-access.ts';
import {
  readPullSecrets,
  readRegistrySecrets,
  withMore,
  type RegistryCredentials,
} from './credentials/registry-credentials.ts';
import { applyDescriptor } from './descriptor/apply-descriptor.ts';
import { writeDockerConfig } from './layout/docker-config.ts';
import { buildVariables, writeEnvironment } from './layout/environment.ts';
import { writeProjectMetadata } from './layout/project-metadata.ts';
import { logReasons } from './reasons.ts';
import { fetchSource } from './source/fetch-source.ts';
import type { World } from './world.ts';

/**
 * Checks access, fetches the source and lays out what the lifecycle wants to find, in kpack's order (cmd/build-init);
 * of a rebase, which has no application, credentials and access alone. Rejects with `PrepareError`.
 */
export async function prepare(world: World): Promise<void> {
  const inputs = await readInputs(world.inputsFile);
  await logReasons(world);
  const credentials = await checkedCredentials(world, inputs);
  if (inputs.application !== undefined) {
    await prepareApplication(world, inputs.application, inputs.credentials, credentials);
  }
  await writeDockerConfig(world.paths.home, credentials, imagesOf(inputs));
}

/** All credentials, after registries have been asked whether they are enough. */
async function checkedCredentials(world: World, inputs: BuildInputs): Promise<RegistryCredentials> {
  const { registry, imagePull } = inputs.credentials;
  world.log('Loading registry credentials from service account secrets');
  const own = await readRegistrySecrets(registry, world.redaction);
  for (const key of Object.keys(own.auths)) world.log(`Loading secrets for ${JSON.stringify(key)}`);
  if (registry.length === 0) world.log('No registry credentials were loaded from service account secrets');
  await checkWriteAccess(world, inputs.tags, own);
  const all = withMore(own, await readPullSecrets(imagePull, world.redaction));
  await checkReadAccess(world, inputs.runImage, all);
  return all;
}

async function prepareApplication(
  world: World,
  application: ApplicationInputs,
  inputs: CredentialInputs,
  credentials: RegistryCredentials,
): Promise<void> {
  const source = await fetchSource(world, application, inputs, credentials);
  const variables = await applyDescriptor(world, application.projectDescriptorPath);
  await writeEnvironment(world.paths.platform, [...variables, ...buildVariables(application.environment, world)]);
  await writeProjectMetadata(world.paths.projectMetadata, source);
}

function imagesOf({ tags, runImage, completion }: BuildInputs): readonly string[] {
  return [...tags, runImage, ...(completion.cacheTag === undefined ? [] : [completion.cacheTag])];
}
