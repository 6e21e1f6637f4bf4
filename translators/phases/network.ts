import { CERTIFICATES_BINDING, PROXY_VARIABLES } from '../../src/core/model/build-network.ts';
import type { Manifest } from '../../src/core/model/kubernetes-object.ts';
import { contentName } from '../../src/core/model/names.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { EnvVar } from './environment.ts';
import type { Phase, PhaseList } from './phase.ts';
import { BINDINGS_PATH, configMapVolume, readOnlyMount, type VolumeMount } from './volumes.ts';
import { sharedMetadata } from './workload-metadata.ts';

/** The certificates for the programs of taskpack and of the lifecycle. */
export const CERTIFICATES = readOnlyMount('ca-certificates-dir', '/var/ca-certificates');

const { name: BINDING, type: BINDING_TYPE, file: CERTIFICATES_KEY } = CERTIFICATES_BINDING;

const BINDING_MOUNT = readOnlyMount(CERTIFICATES.name, `${BINDINGS_PATH}/${BINDING}`);

/**
 * Returns the variable by which the lifecycle trusts the certificates in a directory.
 * Go reads the files of these directories in addition to the first system bundle that exists. The other directories are those
 * that it reads by default (crypto/x509, root_linux.go).
 */
export function certificatesDirectoryEnv(directory: string): EnvVar {
  return { name: 'SSL_CERT_DIR', value: `${directory}:/etc/ssl/certs:/etc/pki/tls/certs` };
}

/** prepare and completion read this file in addition to the well-known authorities. */
const CERTIFICATES_FILE_ENV: EnvVar = {
  name: 'SSL_CERT_FILE',
  value: `${CERTIFICATES.mountPath}/${CERTIFICATES_KEY}`,
};

/** Adds the certificates and proxies of a Build to its phases. */
export function withNetwork(build: ResolvedBuild, list: PhaseList): PhaseList {
  if (build.network === undefined) return list;
  const configMap = certificatesName(build);
  const volumes = configMap === undefined ? [] : [configMapVolume(CERTIFICATES.name, configMap)];
  return {
    ...list,
    phases: list.phases.map((phase) => inNetwork(build, phase)),
    volumes: [...list.volumes, ...volumes],
  };
}

function inNetwork(build: ResolvedBuild, phase: Phase): Phase {
  const proxies = proxyEnv(build);
  if (certificatesName(build) === undefined) return { ...phase, env: [...phase.env, ...proxies] };
  const { env, mounts } = certificatesOf(build, phase);
  return { ...phase, env: [...phase.env, ...env, ...proxies], mounts: [...phase.mounts, ...mounts] };
}

/**
 * Returns the proxies in both spellings: curl reads only `http_proxy`, and other programs only `HTTP_PROXY`. The lifecycle passes
 * exactly these variables on to buildpacks (buildpacks/lifecycle, env/build.go).
 */
function proxyEnv({ network }: ResolvedBuild): readonly EnvVar[] {
  return PROXY_VARIABLES.flatMap((name) => {
    const value = network?.proxies[name] ?? '';
    return value === '' ? [] : [name, name.toLowerCase()].map((spelling) => ({ name: spelling, value }));
  });
}

function certificatesOf(build: ResolvedBuild, { name }: Phase): Pick<Phase, 'env' | 'mounts'> {
  switch (name) {
    case 'prepare':
    case 'completion':
      return { env: [CERTIFICATES_FILE_ENV], mounts: [CERTIFICATES] };
    case 'analyze':
    case 'restore':
    case 'export':
    case 'rebase':
      return { env: [certificatesDirectoryEnv(CERTIFICATES.mountPath)], mounts: [CERTIFICATES] };
    case 'create':
      return {
        env: [certificatesDirectoryEnv(CERTIFICATES.mountPath)],
        mounts: [CERTIFICATES, ...buildpackMounts(build)],
      };
    case 'detect':
    case 'build':
      return { env: [], mounts: buildpackMounts(build) };
  }
}

function buildpackMounts(build: ResolvedBuild): readonly VolumeMount[] {
  return networkBindingDirectories(build).length === 0 ? [] : [BINDING_MOUNT];
}

/** Returns the directories below `<platform>/bindings` of the certificates. A binding of the Build with the same name replaces them. */
export function networkBindingDirectories(build: ResolvedBuild): readonly string[] {
  const { operation } = build;
  if (certificatesName(build) === undefined || operation.kind === 'rebase') return [];
  return operation.bindings.some(({ name }) => name === BINDING) ? [] : [BINDING];
}

/**
 * Returns the ConfigMap with the certificates of a Build. All Builds of a namespace with the same certificates share it, because
 * a bundle has hundreds of kilobytes. Its name depends on its content, which never changes. Each of these Builds is an owner, so
 * the API server deletes the ConfigMap with the last of them.
 */
export function networkManifests(build: ResolvedBuild): readonly Manifest[] {
  const name = certificatesName(build);
  if (name === undefined) return [];
  return [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: sharedMetadata(build, name),
      immutable: true,
      data: { type: BINDING_TYPE, [CERTIFICATES_KEY]: build.network?.certificates ?? '' },
    },
  ];
}

function certificatesName({ network }: ResolvedBuild): string | undefined {
  return network?.certificates === undefined ? undefined : contentName('taskpack-ca-', network.certificates);
}
