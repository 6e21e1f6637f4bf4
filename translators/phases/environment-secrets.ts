import type { EnvironmentVariable, FullBuild } from '../../src/core/model/resolved-build.ts';
import { readOnlyMount, type Volume, type VolumeMount } from './volumes.ts';

const PATH = '/var/env-secrets';

/** Returns the directory in which prepare finds a Secret that the environment names. */
export function envSecretPath(secret: string): string {
  return `${PATH}/${secret}`;
}

/**
 * Returns a volume for each Secret that the environment names, with only the keys that the environment names. The volumes are
 * optional, because the kubelet would wait for a missing key without an end. Instead, prepare fails and names the key.
 */
export function envSecretVolumes({ environment }: FullBuild): readonly Volume[] {
  return [...keysBySecret(environment)].map(([secretName, keys], index) => ({
    name: volumeName(index),
    secret: { secretName, optional: true, items: [...keys].map((key) => ({ key, path: key })) },
  }));
}

/** Returns the mounts of prepare. No other phase mounts these volumes. */
export function envSecretMounts({ environment }: FullBuild): readonly VolumeMount[] {
  return [...keysBySecret(environment).keys()].map((secret, index) =>
    readOnlyMount(volumeName(index), envSecretPath(secret)),
  );
}

function keysBySecret(environment: readonly EnvironmentVariable[]): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, ReadonlySet<string>>();
  for (const variable of environment) {
    if (!('secretKey' in variable)) continue;
    const { secret, key } = variable.secretKey;
    keys.set(secret, new Set([...(keys.get(secret) ?? []), key]));
  }
  return keys;
}

function volumeName(index: number): string {
  return `env-secret-volume-${index}`;
}
