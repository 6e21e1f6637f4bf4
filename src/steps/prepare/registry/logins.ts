import { isDeepStrictEqual } from 'node:util';
import type { BuildInputs } from '../../../core/model/build-inputs.ts';
import { repositoryName, type ImageReference } from '../../../core/model/image-reference.ts';
import { errorClass } from '../../../clients/registry/client/error-class.ts';
import type { Credential } from '../../../clients/registry/client/credentials/credential.ts';
import { findCredential } from '../../../clients/registry/client/credentials/keychain.ts';
import type { RegistryClient } from '../../../clients/registry/client/registry-client.ts';
import { RegistryError } from '../../../clients/registry/client/registry-error.ts';
import { builderFailure, previousImageFailure, pushFailure, runImageFailure } from '../../registry-failure.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { clientOf, readReference, registryClientOf } from './access.ts';
import type { RegistryCredentials } from './credentials.ts';

/** An image that the lifecycle reads or pushes. */
interface ImageUse {
  readonly image: string;
  readonly reference: ImageReference;
  readonly use: 'push' | 'run-image' | 'builder' | 'previous-image';
}

/** A credential, and the key of the docker config that it belongs to. Without a credential, access is anonymous. */
interface Login {
  readonly key?: string;
  readonly credential?: Credential;
}

/** The login that the lifecycle uses for a registry, and the Build's images there. */
export interface RegistryLogin {
  readonly credential: Credential | undefined;
  readonly images: readonly ImageReference[];
}

/** The credentials of a Build. */
export interface BuildCredentials {
  /** Those of the ServiceAccount's Secrets and of its cloud identity. As in kpack, a Build may push with these. */
  readonly own: RegistryCredentials;
  /** The same, and those of the imagePullSecrets. */
  readonly all: RegistryCredentials;
}

/**
 * Returns one login for each registry of the Build's images, after it has pushed and read all of them there. The lifecycle
 * keeps one login for a registry, whatever the repository (lifecycle, auth/keychain.go). Rejects with `PrepareError`.
 */
export async function chooseLogins(
  dependencies: PrepareDependencies,
  inputs: BuildInputs,
  credentials: BuildCredentials,
): Promise<ReadonlyMap<string, RegistryLogin>> {
  const registries = new Map<string, ImageUse[]>();
  for (const use of usesOf(inputs)) {
    const uses = registries.get(use.reference.registry) ?? [];
    registries.set(use.reference.registry, [...uses, use]);
  }
  const chosen = new Map<string, RegistryLogin>();
  for (const [registry, uses] of registries) {
    const { credential } = await chooseLogin(dependencies, registry, uses, credentials);
    chosen.set(registry, { credential, images: uses.map(({ reference }) => reference) });
  }
  return chosen;
}

/** Returns the images in the order of their checks, each repository once for each use. */
function usesOf({
  tags,
  runImage,
  builder,
  previousImage,
  completion: { cacheTag },
}: BuildInputs): readonly ImageUse[] {
  const use = (image: string, kind: ImageUse['use']): ImageUse => ({
    image,
    reference: readReference(image),
    use: kind,
  });
  const pushed = [...tags, ...(cacheTag === undefined ? [] : [cacheTag])].map((tag) => use(tag, 'push'));
  const repositories = pushed.map(({ reference }) => repositoryName(reference));
  return [
    ...pushed.filter((_, index) => repositories.indexOf(repositories[index] ?? '') === index),
    use(runImage, 'run-image'),
    ...(builder.isExtended === undefined ? [] : [use(builder.image, 'builder')]),
    ...(previousImage === undefined ? [] : [use(previousImage, 'previous-image')]),
  ];
}

/**
 * Tries the own logins first, and then those of pull Secrets. A pull Secret alone must not let a Build push. So, before the logins of pull
 * Secrets, checks that each image can be pushed with its own login, or anonymously if it has none.
 */
async function chooseLogin(
  dependencies: PrepareDependencies,
  registry: string,
  uses: readonly ImageUse[],
  { own, all }: BuildCredentials,
): Promise<Login> {
  const ownLogins = loginsOf(uses, [own]);
  const pullLogins = loginsOf(uses, [all]).filter((login) => !ownLogins.some(isSameLogin(login)));
  const logins = [...ownLogins, ...pullLogins];
  const failures: Failure[] = [];
  for (const login of logins.length > 0 ? logins : [{}]) {
    if (login === pullLogins[0]) {
      const failure = await firstFailure(registryClientOf(dependencies, own), uses.filter(isPush));
      if (failure !== undefined) throw failures.length > 0 ? noLogin(registry, failures) : failure.error;
    }
    const failure = await firstFailure(
      clientOf(dependencies, async () => login.credential),
      uses,
    );
    if (failure === undefined) return login;
    if (logins.length < 2 || !isRefusal(failure.error)) throw failure.error;
    failures.push({ ...failure, login });
  }
  throw noLogin(registry, failures);
}

/** Returns the different logins that the docker configs have for the images. */
function loginsOf(uses: readonly ImageUse[], configs: readonly RegistryCredentials[]): readonly Login[] {
  const logins: Login[] = [];
  for (const { reference } of uses) {
    const login = findCredential(configs, reference);
    if (login !== undefined && !logins.some(isSameLogin(login))) logins.push(login);
  }
  return logins;
}

function isSameLogin(login: Login): (other: Login) => boolean {
  return (other) => isDeepStrictEqual(login.credential, other.credential);
}

function isPush({ use }: ImageUse): boolean {
  return use === 'push';
}

interface FailedUse {
  readonly use: ImageUse;
  readonly error: unknown;
}

interface Failure extends FailedUse {
  readonly login: Login;
}

async function firstFailure(client: RegistryClient, uses: readonly ImageUse[]): Promise<FailedUse | undefined> {
  for (const use of uses) {
    try {
      await check(client, use);
    } catch (error) {
      return { use, error };
    }
  }
  return undefined;
}

/** Checks what the analyzer checks (lifecycle, phase/connected_factory.go). A previous image may be gone. */
async function check(client: RegistryClient, { image, reference, use }: ImageUse): Promise<void> {
  switch (use) {
    case 'push':
      return client.checkPush(reference).catch((error: unknown) => {
        throw pushFailure(error, image);
      });
    case 'run-image':
      await client.resolve(reference).catch((error: unknown) => {
        throw runImageFailure(error, image);
      });
      return;
    case 'builder':
      await client.resolve(reference).catch((error: unknown) => {
        throw builderFailure(error, image);
      });
      return;
    case 'previous-image':
      await client.resolve(reference).catch((error: unknown) => {
        if (error instanceof RegistryError && errorClass(error.code) === 'not-found') return;
        throw previousImageFailure(error, image);
      });
  }
}

/** True if another login may have the right that this one lacks. */
function isRefusal(error: unknown): boolean {
  const cause = error instanceof PrepareError ? error.cause : undefined;
  return cause instanceof RegistryError && ['denied', 'not-found', 'rejected'].includes(errorClass(cause.code));
}

/** If no login can use one image, its own error says more. */
function noLogin(registry: string, failures: readonly Failure[]): unknown {
  const [first, ...others] = failures;
  if (first === undefined || others.every(({ use }) => use === first.use)) return first?.error;
  const what = failures.map(({ login, use }) => `the login of ${JSON.stringify(login.key)} ${describe(use)}`);
  const code = first.error instanceof PrepareError ? first.error.code : 'CredentialsInvalid';
  const message = `no login can use all images at ${registry}, and the lifecycle uses one login for a registry: ${what.join(', ')}; give one account all of these rights`;
  return new PrepareError(code, message, first.error);
}

function describe({ image, use }: ImageUse): string {
  switch (use) {
    case 'push':
      return `cannot push to ${image}`;
    case 'run-image':
      return `cannot read the run image ${image}`;
    case 'builder':
      return `cannot read the builder ${image}`;
    case 'previous-image':
      return `cannot read the previous image ${image}`;
  }
}
