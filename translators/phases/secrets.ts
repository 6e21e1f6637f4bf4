import type { JsonObject } from '../../src/core/model/json.ts';
import type { Credentials, SecretReference } from '../../src/core/model/build-credentials.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { readOnlyMount, secretVolume, type Volume, type VolumeMount } from './volumes.ts';

const SECRETS_PATH = '/var/build-secrets';
const SIGNING_PATH = `${SECRETS_PATH}/cosign`;
const SOURCE_PULL_PATH = '/registrySourcePullSecrets';
const SOURCE_PULL_VOLUME = 'registry-source-pull-secrets-dir';

/** Returns the directory in which prepare finds a Secret of the ServiceAccount or an image pull secret. */
export function secretPath(secret: string): string {
  return `${SECRETS_PATH}/${secret}`;
}

/** Returns the directory in which completion finds a signing key. */
export function signingPath(secret: string): string {
  return `${SIGNING_PATH}/${secret}`;
}

/** Returns the directory in which prepare finds a pull secret of the source image. */
export function sourcePullPath(secret: string): string {
  return `${SOURCE_PULL_PATH}/${secret}`;
}

/** Returns one volume for each Secret, even if it serves several purposes. The names are numbered as kpack's. */
export function secretVolumes(build: ResolvedBuild): readonly Volume[] {
  const { credentials } = build;
  return [
    ...serviceAccountSecrets(credentials).map(({ secret, index }) => secretVolume(serviceAccountVolume(index), secret)),
    ...pullSecrets(credentials).map(({ secret, index }) => secretVolume(pullVolume(index), secret)),
  ];
}

/** Returns the volumes of the pull secrets that a registry source names. */
export function sourcePullVolumes(build: ResolvedBuild): readonly Volume[] {
  return sourcePullSecrets(build).map((secret, index) => secretVolume(sourcePullVolume(index), secret));
}

/** Returns prepare's mounts: the credentials of the source and of registries, and all pull secrets. */
export function prepareSecretMounts(build: ResolvedBuild): readonly VolumeMount[] {
  const { credentials } = build;
  return [
    ...distinct([...credentials.source, ...credentials.registry]).map(({ secret, index }) =>
      readOnlyMount(serviceAccountVolume(index), secretPath(secret)),
    ),
    ...pullSecrets(credentials).map(({ secret, index }) => readOnlyMount(pullVolume(index), secretPath(secret))),
    ...sourcePullSecrets(build).map((secret, index) => readOnlyMount(sourcePullVolume(index), sourcePullPath(secret))),
  ];
}

/** Returns completion's mounts: the signing keys. */
export function signingMounts(credentials: Credentials): readonly VolumeMount[] {
  return credentials.signing.map(({ secret, index }) =>
    readOnlyMount(serviceAccountVolume(index), signingPath(secret)),
  );
}

/** Returns the names of all image pull secrets without duplicates, those of the ServiceAccount first. */
export function imagePullSecretNames(credentials: Credentials): readonly string[] {
  return [...new Set([...credentials.imagePull.serviceAccount, ...credentials.imagePull.builder])];
}

/**
 * Returns the Pod's field with all image pull secrets. Admission would add only those of the account that the Pod runs as,
 * which lists none (Kubernetes, serviceaccount admission).
 */
export function podPullSecrets(credentials: Credentials): JsonObject {
  const names = imagePullSecretNames(credentials);
  return names.length === 0 ? {} : { imagePullSecrets: names.map((name) => ({ name })) };
}

function serviceAccountSecrets({ source, registry, signing }: Credentials): readonly SecretReference[] {
  return distinct([...source, ...registry, ...signing]);
}

/** Returns the image pull secrets that prepare does not already mount as Secrets of the ServiceAccount. */
function pullSecrets(credentials: Credentials): readonly SecretReference[] {
  const mounted = new Set([...credentials.source, ...credentials.registry].map(({ secret }) => secret));
  return imagePullSecretNames(credentials)
    .filter((secret) => !mounted.has(secret))
    .map((secret, index) => ({ secret, index }));
}

function distinct(references: readonly SecretReference[]): readonly SecretReference[] {
  const byIndex = new Map(references.map((reference) => [reference.index, reference]));
  return [...byIndex.values()].toSorted((a, b) => a.index - b.index);
}

function sourcePullSecrets({ operation }: ResolvedBuild): readonly string[] {
  return operation.kind === 'build' && operation.source.kind === 'registry' ? operation.source.pullSecrets : [];
}

function serviceAccountVolume(index: number): string {
  return `secret-volume-${index}`;
}

function pullVolume(index: number): string {
  return `pull-secret-volume-${index}`;
}

function sourcePullVolume(index: number): string {
  return index === 0 ? SOURCE_PULL_VOLUME : `${SOURCE_PULL_VOLUME}-${index}`;
}
