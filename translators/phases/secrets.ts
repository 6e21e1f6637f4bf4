import type { Credentials, ResolvedBuild, SecretReference } from '../../src/model/resolved-build.ts';
import { readOnlyMount, secretVolume, type Volume, type VolumeMount } from './volume.ts';

const SECRETS_PATH = '/var/build-secrets';
const SIGNING_PATH = `${SECRETS_PATH}/cosign`;
const SOURCE_PULL_PATH = '/registrySourcePullSecrets';
const SOURCE_PULL_VOLUME = 'registry-source-pull-secrets-dir';

/** Where prepare finds a Secret of the ServiceAccount or one that pulls images. */
export function secretPath(secret: string): string {
  return `${SECRETS_PATH}/${secret}`;
}

/** Where completion finds a signing key. */
export function signingPath(secret: string): string {
  return `${SIGNING_PATH}/${secret}`;
}

/** Where prepare finds a Secret that pulls the source image. */
export function sourcePullPath(secret: string): string {
  return `${SOURCE_PULL_PATH}/${secret}`;
}

/** One volume a Secret, numbered as kpack does, whatever the number of its purposes. */
export function secretVolumes(build: ResolvedBuild): readonly Volume[] {
  const { credentials } = build;
  return [
    ...serviceAccountSecrets(credentials).map(({ secret, index }) => secretVolume(serviceAccountVolume(index), secret)),
    ...pullSecrets(credentials).map(({ secret, index }) => secretVolume(pullVolume(index), secret)),
  ];
}

/** The volumes of a registry source's own pull secrets. */
export function sourcePullVolumes(build: ResolvedBuild): readonly Volume[] {
  return sourcePullSecrets(build).map((secret, index) => secretVolume(sourcePullVolume(index), secret));
}

/** What prepare may read: credentials for the source, for registries, and those that pull images. */
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

/** What completion may read: signing keys. */
export function signingMounts(credentials: Credentials): readonly VolumeMount[] {
  return credentials.signing.map(({ secret, index }) =>
    readOnlyMount(serviceAccountVolume(index), signingPath(secret)),
  );
}

/** The names of all Secrets that pull images, the ServiceAccount's first, each once. */
export function imagePullSecretNames(credentials: Credentials): readonly string[] {
  return [...new Set([...credentials.imagePull.serviceAccount, ...credentials.imagePull.builder])];
}

function serviceAccountSecrets({ source, registry, signing }: Credentials): readonly SecretReference[] {
  return distinct([...source, ...registry, ...signing]);
}

/** Those among them that prepare does not mount already as a Secret of the ServiceAccount. */
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
