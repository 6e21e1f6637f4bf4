import type { ComparedContainer, ComparedPod, Env, Mount } from '../compared-pod.ts';
import { mapContainers, without, type Difference } from './difference.ts';

const VOLUME = 'ca-certificates-dir';

const PROXIES = new Set(['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]));

const DIRECTORIES: Env = {
  name: 'SSL_CERT_DIR',
  value: '/var/ca-certificates:/etc/ssl/certs:/etc/pki/tls/certs',
};

const OF_LIFECYCLE = '/var/ca-certificates';
const OF_BUILDPACKS = '/platform/bindings/taskpack-ca-certificates';

/** The difference in how a Build reaches servers: what a labelled ConfigMap adds is removed from taskpack's Pod. */
export const NETWORK_DIFFERENCES: readonly Difference[] = [
  {
    id: 'certificates-and-proxies',
    refusal: /^ConfigMap \S+, key \S+: /,
    reconcile: ({ kpack, ours }) => ({ kpack, ours: mapContainers(withoutVolume(ours), withoutNetwork) }),
  },
];

function withoutVolume(pod: ComparedPod): ComparedPod {
  return { ...pod, volumes: without(pod.volumes, (name, volume) => name === VOLUME && 'configMap' in volume) };
}

/** Only the phases of the lifecycle that connect to registries read the certificates, and only buildpacks the binding. */
function withoutNetwork(container: ComparedContainer, name: string): ComparedContainer {
  const runsBuildpacks = name === 'detect' || name === 'build';
  const path = runsBuildpacks ? OF_BUILDPACKS : OF_LIFECYCLE;
  const isAdded = (variable: Env): boolean =>
    PROXIES.has(variable.name) ||
    (!runsBuildpacks && variable.name === DIRECTORIES.name && variable.value === DIRECTORIES.value);
  const isMounted = (mount: Mount): boolean =>
    mount.name === VOLUME && mount.mountPath === path && mount.readOnly === true;
  return {
    ...container,
    env: container.env.filter((variable) => !isAdded(variable)),
    volumeMounts: container.volumeMounts.filter((mount) => !isMounted(mount)),
  };
}
