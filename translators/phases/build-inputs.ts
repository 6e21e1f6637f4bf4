import {
  PLATFORM_ENV_PREFIX,
  type ApplicationInputs,
  type AttestationInputs,
  type BuildInputs,
  type CompletionInputs,
  type CredentialInputs,
  type EnvironmentInput,
  type SourceInputs,
} from '../../src/core/model/build-inputs.ts';
import { previousImageElsewhere } from '../../src/core/model/previous-image.ts';
import type { Source } from '../../src/core/model/build-source.ts';
import type { EnvironmentVariable, FullBuild, ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { Workload } from '../../src/core/model/workload.ts';
import { isAttested } from './attestation.ts';
import type { EnvVar } from './environment.ts';
import { envSecretPath } from './environment-secrets.ts';
import { bindingDirectories } from './bindings.ts';
import { networkBindingDirectories } from './network.ts';
import { registryCacheTag } from './cache.ts';
import { writtenRunImages } from './trusted-lifecycle.ts';
import { imagePullSecretNames, secretPath, signingPath, sourcePullPath } from './secrets.ts';

/** Returns the document that prepare and completion read. */
export function buildInputs(build: ResolvedBuild, workload: Workload): BuildInputs {
  const { operation, builder } = build;
  return {
    version: 1,
    tags: build.tags,
    runImage: build.runImage,
    ...previousImageElsewhere(build.tags, operation.previousImage),
    builder: {
      image: builder.image,
      ...builder.resource,
      ...(builder.extensions?.root !== undefined && { isExtended: true as const }),
    },
    ...(operation.kind === 'build' && { application: application(operation, build) }),
    credentials: credentials(build),
    completion: completion(build, workload),
  };
}

/** Returns the user's variables with a `valueFrom`. The kubelet resolves them into prepare's environment. */
export function valueFromEnv(environment: readonly EnvironmentVariable[]): readonly EnvVar[] {
  return environment.flatMap((variable) =>
    'valueFrom' in variable ? [{ name: PLATFORM_ENV_PREFIX + variable.name, valueFrom: variable.valueFrom }] : [],
  );
}

function application(
  { source, projectDescriptorPath, environment, bindings }: FullBuild,
  build: ResolvedBuild,
): ApplicationInputs {
  const { systemBuildpacks } = build.builder;
  const runImages = writtenRunImages(build.builder);
  const directories = [...bindings.flatMap(bindingDirectories), ...networkBindingDirectories(build)];
  return {
    ...(runImages !== undefined && { runImages }),
    source: sourceInputs(source),
    sourceLimits: build.sourceLimits,
    ...(source.subPath !== undefined && { subPath: source.subPath }),
    ...(projectDescriptorPath !== undefined && { projectDescriptorPath }),
    environment: environment.map(environmentInput),
    ...(directories.length > 0 && { bindingDirectories: directories }),
    ...(systemBuildpacks !== undefined && { systemBuildpacks }),
  };
}

function sourceInputs(source: Source): SourceInputs {
  switch (source.kind) {
    case 'git': {
      const { kind, url, revision, initializeSubmodules } = source;
      return { kind, url, revision, initializeSubmodules };
    }
    case 'blob': {
      const { kind, url, stripComponents, authentication, version } = source;
      return { kind, url, stripComponents, authentication, ...(version !== undefined && { version }) };
    }
    case 'registry':
      return { kind: source.kind, image: source.image, pullSecrets: source.pullSecrets.map(sourcePullPath) };
    case 'directory':
      return { kind: source.kind, path: source.path };
  }
}

function environmentInput(variable: EnvironmentVariable): EnvironmentInput {
  if ('value' in variable) return variable;
  const { name } = variable;
  if ('valueFrom' in variable) return { name, from: PLATFORM_ENV_PREFIX + name };
  const { secret, key, optional } = variable.secretKey;
  return { name, secret: { path: envSecretPath(secret), key, ...(optional && { optional }) } };
}

function credentials(build: ResolvedBuild): CredentialInputs {
  const { source, registry } = build.credentials;
  return {
    source: source.map(({ kind, server, secret }) => ({ kind, server, path: secretPath(secret) })),
    registry: registry.map((credential) => ({
      kind: credential.kind,
      ...(credential.kind === 'basic' && { server: credential.server }),
      path: secretPath(credential.secret),
    })),
    imagePull: imagePullSecretNames(build.credentials).map(secretPath),
    ...(build.workloadIdentity && { cloudIdentity: true }),
    trustUnknownSshHosts: build.trustUnknownSshHosts,
  };
}

function completion(build: ResolvedBuild, workload: Workload): CompletionInputs {
  const cacheTag = registryCacheTag(build);
  return {
    ...(cacheTag !== undefined && { cacheTag }),
    signing: build.credentials.signing.map(({ secret, repository, dockerMediaTypes }) => ({
      path: signingPath(secret),
      ...(repository !== undefined && { repository }),
      ...(dockerMediaTypes !== undefined && { dockerMediaTypes }),
    })),
    signatureAnnotations: build.signatureAnnotations,
    ...(build.signatureFormat !== undefined && { signatureFormat: build.signatureFormat }),
    ...(isAttested(build, workload) && { attestation: attestation(build, workload) }),
  };
}

function attestation(build: ResolvedBuild, workload: Workload): AttestationInputs {
  const { name, namespace, owner, operation } = build;
  const { lifecycle } = build.builder;
  return {
    build: { ...(namespace !== undefined && { namespace }), name, ...(owner !== undefined && { uid: owner.uid }) },
    workload,
    ...(lifecycle !== undefined && { lifecycle: lifecycle.image }),
    ...operationInputs(operation),
  };
}

function operationInputs(
  operation: ResolvedBuild['operation'],
): Pick<AttestationInputs, 'containers' | 'previousImage' | 'defaultProcess' | 'execEnv' | 'bindings'> {
  if (operation.kind === 'rebase') return { containers: 'per-phase', previousImage: operation.previousImage };
  const { containers, defaultProcess, execEnv, bindings } = operation;
  return {
    containers,
    ...(defaultProcess !== undefined && { defaultProcess }),
    ...(execEnv !== undefined && { execEnv }),
    ...(bindings.length > 0 && { bindings: bindings.map((binding) => binding.name) }),
  };
}
