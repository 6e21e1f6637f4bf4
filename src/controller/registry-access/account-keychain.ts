import { DOCKER_ANNOTATION } from '../../core/model/credential-annotations.ts';
import { secretText, type Secret } from '../../core/model/objects/secret.ts';
import {
  configOfEntries,
  type DockerConfig,
  secretDockerConfig,
} from '../../clients/registry/client/credentials/docker-config.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { authsKeychain, multiKeychain, type Keychain } from '../../clients/registry/client/credentials/keychain.ts';
import type { AccountSecrets } from './account.ts';

/**
 * Returns the credentials of an account in the order of kpack's controller: those of the ServiceAccount's `secrets`,
 * then those of the pull Secrets. Throws `RegistryError` `CREDENTIALS` if a Secret cannot be parsed.
 */
export function accountKeychain({ own, pull }: AccountSecrets): Keychain {
  const ofOwn = bounded(own, (secret) => basicAuthConfig(secret) ?? dockerConfig(secret));
  const ofPull = bounded(pull, dockerConfig);
  return multiKeychain([authsKeychain(ofOwn), authsKeychain(ofPull)]);
}

/** The most registries in the Secrets of an account. Searching more holds the event loop. */
const MAX_REGISTRIES = 10_000;

/** Returns the docker configs of Secrets. Throws `CREDENTIALS` at the Secret that exceeds the limit, before parsing the next one. */
function bounded(
  secrets: readonly Secret[],
  read: (secret: Secret) => DockerConfig | undefined,
): readonly DockerConfig[] {
  let registries = 0;
  return secrets.flatMap((secret) => {
    const config = read(secret);
    registries += Object.keys(config?.auths ?? {}).length;
    if (registries > MAX_REGISTRIES) throw tooMany(secret);
    return config ?? [];
  });
}

function tooMany(secret: Secret): RegistryError {
  const message = `the Secrets of the ServiceAccount have more than ${MAX_REGISTRIES} registries together, which taskpack does not read; list fewer Secrets`;
  return new RegistryError('CREDENTIALS', { registry: '', image: sourceOf(secret) }, message);
}

function dockerConfig({ metadata, type = '', data }: Secret): DockerConfig | undefined {
  const { namespace = '', name = '' } = metadata;
  return secretDockerConfig({ namespace, name, type, data: data.all() });
}

function basicAuthConfig(secret: Secret): DockerConfig | undefined {
  const { [DOCKER_ANNOTATION]: registry } = secret.metadata.annotations.all();
  if (secret.type !== 'kubernetes.io/basic-auth' || registry === undefined) return undefined;
  const [username = '', password = ''] = [secretText(secret, 'username'), secretText(secret, 'password')];
  return configOfEntries({ [registry]: { username, password } }, sourceOf(secret));
}

function sourceOf({ metadata: { namespace = '', name = '' } }: Secret): string {
  return `Secret ${namespace}/${name}`;
}
