import type { BuildInputs } from '../../../core/model/build-inputs.ts';
import { cloudRegistryOf } from '../../../core/model/cloud-registry.ts';
import { parseImageReference } from '../../../core/model/image-reference.ts';
import type { Json } from '../../../core/model/json.ts';
import { registryLogin } from '../cloud/registry-login.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { keychainOf, type RegistryCredentials } from './credentials.ts';

/**
 * Returns logins for cloud registries of the Build's images that the Secrets have no credential for, from the cloud
 * identity of the ServiceAccount. Later phases use these logins, so they need no identity. Rejects with `PrepareError`.
 */
export async function identityCredentials(
  dependencies: PrepareDependencies,
  inputs: BuildInputs,
  secrets: RegistryCredentials,
): Promise<RegistryCredentials> {
  const auths: Record<string, Json> = {};
  for (const [host, images] of Object.entries(byRegistry(readImages(inputs)))) {
    const registry = cloudRegistryOf(host);
    // Any machine may have a metadata service, and only Google's has a token for Google's registries.
    if (registry === undefined || (registry.kind === 'google' && !pushesTo(host, inputs))) continue;
    if (!(await lacksCredential(images, secrets))) continue;
    const login = await registryLogin(host, registry, dependencies);
    if (login === undefined) continue;
    const { username, password, seconds } = login;
    auths[host] = { username, password };
    dependencies.log(`Loading a login for ${JSON.stringify(host)} from the cloud identity${validity(seconds)}`);
  }
  return { source: 'the cloud identity', auths, credHelpers: {} };
}

function readImages({ tags, runImage, completion, application }: BuildInputs): readonly string[] {
  const cache = completion.cacheTag === undefined ? [] : [completion.cacheTag];
  const source = application?.source.kind === 'registry' ? [application.source.image] : [];
  return [...tags, runImage, ...cache, ...source];
}

function byRegistry(images: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const hosts: Record<string, string[]> = {};
  for (const image of images) (hosts[parseImageReference(image)?.registry ?? ''] ??= []).push(image);
  return hosts;
}

function pushesTo(host: string, { tags }: BuildInputs): boolean {
  return tags.some((tag) => parseImageReference(tag)?.registry === host);
}

async function lacksCredential(images: readonly string[], secrets: RegistryCredentials): Promise<boolean> {
  for (const image of images) {
    const reference = parseImageReference(image);
    if (reference !== undefined && (await keychainOf(secrets)(reference)) === undefined) return true;
  }
  return false;
}

function validity(seconds: number | undefined): string {
  return seconds === undefined ? '' : `, valid for ${Math.floor(seconds / 60)} minutes`;
}
