import type { Secret } from '../api/kubernetes/secret.ts';
import type { Build } from '../api/kpack/build.ts';
import { DOCKER_ANNOTATION } from '../model/credential-annotations.ts';
import type { Credentials, RegistryCredential, SourceCredential } from '../model/build-credentials.ts';
import { blobServer } from './blob-server.ts';
import { gitServer } from './git-server.ts';
import { checkObjectName, type Report } from './report.ts';
import type { AccountSecrets } from './service-account.ts';
import { signingKey } from './signing.ts';

/**
 * Groups the ServiceAccount's Secrets by purpose, like kpack: by type and by annotations `kpack.io/…`. Other Secrets are
 * ignored. `purposes.source` is false for a rebase, which fetches no source.
 */
export function resolveCredentials(
  build: Build,
  { secrets, imagePull }: AccountSecrets,
  purposes: { readonly source: boolean },
  report: Report,
): Credentials {
  const blobBySecret = build.spec.source.blob?.auth === 'secret';
  const indexed = secrets.map((secret, index) => ({ secret, index }));
  return {
    source: purposes.source
      ? indexed.flatMap(({ secret, index }) => sourceCredential(secret, index, blobBySecret))
      : [],
    registry: indexed.flatMap(({ secret, index }) => registryCredential(secret, index)),
    imagePull: { serviceAccount: imagePull, builder: builderPullSecrets(build, report) },
    signing: indexed.flatMap(({ secret, index }) => signingKey(secret, index)),
  };
}

/** True if some Build can use the Secret of its ServiceAccount: for a registry, for a source, or to sign. */
export function isCredential(secret: Secret): boolean {
  const credentials = [registryCredential(secret, 0), sourceCredential(secret, 0, true), signingKey(secret, 0)];
  return credentials.some((list) => list.length > 0);
}

function registryCredential(secret: Secret, index: number): readonly RegistryCredential[] {
  const reference = { secret: secret.metadata.name, index };
  const server = (secret.metadata.annotations ?? {})[DOCKER_ANNOTATION] ?? '';
  if (secret.type === 'kubernetes.io/basic-auth' && server !== '') return [{ ...reference, kind: 'basic', server }];
  if (secret.type === 'kubernetes.io/dockerconfigjson') return [{ ...reference, kind: 'dockerconfigjson' }];
  return secret.type === 'kubernetes.io/dockercfg' ? [{ ...reference, kind: 'dockercfg' }] : [];
}

/** Like kpack, a Secret with annotations for both a registry and git is a registry credential only. */
function sourceCredential(secret: Secret, index: number, blobBySecret: boolean): readonly SourceCredential[] {
  if (registryCredential(secret, index).length > 0) return [];
  const reference = { secret: secret.metadata.name, index };
  const git = gitServer(secret.type, secret.metadata.annotations);
  if (git !== undefined) return [{ ...reference, ...git }];
  const blob = blobServer(secret.type, secret.metadata.annotations);
  return blobBySecret && blob !== undefined ? [{ ...reference, kind: 'blob', server: blob }] : [];
}

function builderPullSecrets(build: Build, report: Report): readonly string[] {
  const references = build.spec.builder.imagePullSecrets ?? [];
  for (const [index, { name = '' }] of references.entries()) {
    checkObjectName(name, ['spec', 'builder', 'imagePullSecrets', index, 'name'], report);
  }
  return [...new Set(references.map(({ name = '' }) => name))];
}
