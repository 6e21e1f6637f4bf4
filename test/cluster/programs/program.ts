import type { BedVersions } from '../bed-versions.ts';
import { NEWEST_KUBERNETES, type KubernetesVersion } from '../control-plane/version.ts';
import { NEWEST_TEKTON, type TektonVersion } from '../tekton/version.ts';

/** The versions of Tekton that have a folder of their own with a go.mod. */
export type OlderTekton = Exclude<TektonVersion, typeof NEWEST_TEKTON>;
type OlderKubernetes = Exclude<KubernetesVersion, typeof NEWEST_KUBERNETES>;

/** A program built from a pinned Go module. */
export interface Program {
  readonly name: string;
  /** The folder beside this file with the go.mod that pins the program. */
  readonly group:
    | 'actionlint'
    | 'archives'
    | 'bed'
    | 'chains'
    | 'chains-keychain'
    | 'cluster'
    | 'collector'
    | 'cosign'
    | 'cosign3'
    | 'fake-gcs-server'
    | 'gitea'
    | 'helm'
    | 'istio'
    | 'kp'
    | 'kpack'
    | 'kueue'
    | 'pack'
    | 'prometheus'
    | 'prometheus-operator'
    | 'referrers'
    | 'servers'
    | 'yaml'
    | `kubernetes/${OlderKubernetes}`
    | `tekton/${OlderTekton}`;
  readonly package: string;
  readonly version: string;
  /** Build tags. */
  readonly tags?: string;
  /** Linker flags in addition to `-s -w`. */
  readonly linkerFlags?: string;
  /** The program's file name in the folder KUBEBUILDER_ASSETS, if that folder may provide it. */
  readonly asset?: string;
}

/** The version that kpack 0.18 pins. */
const LIFECYCLE = 'v0.20.12';
const KPACK = 'v0.18.0';

/** Without the version stamp, Kubernetes' programs report v0.0.0 and refuse to work together. */
function kubernetesStamp(version: KubernetesVersion): string {
  return [
    `-X k8s.io/component-base/version.gitVersion=v${version}`,
    '-X k8s.io/component-base/version.gitMajor=1',
    `-X k8s.io/component-base/version.gitMinor=${version.split('.')[1]}`,
  ].join(' ');
}

function kubernetes(name: string): Program {
  const program: Program = {
    name,
    group: 'cluster',
    package: `k8s.io/kubernetes/cmd/${name}`,
    version: `v${NEWEST_KUBERNETES}`,
    linkerFlags: kubernetesStamp(NEWEST_KUBERNETES),
  };
  return name === 'kube-apiserver' || name === 'kubectl' ? { ...program, asset: name } : program;
}

const TEKTON_MODULE = 'github.com/tektoncd/pipeline';

function tekton(name: string): Program {
  return {
    name: `tekton-${name}`,
    group: 'cluster',
    package: `${TEKTON_MODULE}/cmd/${name}`,
    version: `v${NEWEST_TEKTON}`,
  };
}

/** The lifecycle's version exists only as a linker stamp. */
function lifecycle(name: string): Program {
  return {
    name,
    group: 'kpack',
    package: `github.com/buildpacks/lifecycle/cmd/${name}`,
    version: LIFECYCLE,
    linkerFlags: `-X github.com/buildpacks/lifecycle/cmd.Version=${LIFECYCLE.slice(1)}`,
  };
}

function kpack(name: string): Program {
  return {
    name: `kpack-${name}`,
    group: 'kpack',
    package: `github.com/pivotal/kpack/cmd/${name}`,
    version: KPACK,
  };
}

/** A commit of Istio's main branch, because Istio tags no module. */
function istio(name: string): Program {
  return { name, group: 'istio', package: `istio.io/istio/pilot/cmd/${name}`, version: 'eed52ebb66ad' };
}

function own(name: string, group: Program['group'] = 'bed'): Program {
  return { name, group, package: `./cmd/${name}`, version: 'own' };
}

/** Built without the service discovery of clouds, which is most of its code. */
function prometheus(name: string): Program {
  return {
    name,
    group: 'prometheus',
    package: `github.com/prometheus/prometheus/cmd/${name}`,
    version: 'v0.316.0',
    tags: 'remove_all_sd',
  };
}

const HELM = {
  name: 'helm',
  group: 'helm',
  package: 'helm.sh/helm/v3/cmd/helm',
  version: 'v3.20.0',
  // As in Helm's Makefile: the Kubernetes that `helm lint` and `helm template` assume. Otherwise it is 1.20.
  linkerFlags: ['pkg/lint/rules', 'pkg/chartutil']
    .flatMap((place) => [
      `-X helm.sh/helm/v3/${place}.k8sVersionMajor=1`,
      `-X helm.sh/helm/v3/${place}.k8sVersionMinor=35`,
    ])
    .join(' '),
} as const;

/** Every program of the bed, by name. */
export const PROGRAMS = {
  leash: own('leash'),
  certificates: own('certificates'),
  pause: own('pause'),
  stamp: own('stamp'),
  etcd: { name: 'etcd', group: 'servers', package: 'go.etcd.io/etcd/server/v3', version: 'v3.6.7', asset: 'etcd' },
  registry: { name: 'registry', group: 'servers', package: './cmd/registry', version: 'v3.0.0' },
  'kube-apiserver': kubernetes('kube-apiserver'),
  'kube-controller-manager': kubernetes('kube-controller-manager'),
  'kube-scheduler': kubernetes('kube-scheduler'),
  kubelet: kubernetes('kubelet'),
  kubectl: kubernetes('kubectl'),
  'tekton-webhook': tekton('webhook'),
  'tekton-controller': tekton('controller'),
  'tekton-entrypoint': tekton('entrypoint'),
  'tekton-nop': tekton('nop'),
  'tekton-resolvers': tekton('resolvers'),
  'tekton-sidecarlogresults': tekton('sidecarlogresults'),
  'tekton-workingdirinit': tekton('workingdirinit'),
  lifecycle: lifecycle('lifecycle'),
  launcher: lifecycle('launcher'),
  actionlint: {
    name: 'actionlint',
    group: 'actionlint',
    package: 'github.com/rhysd/actionlint/cmd/actionlint',
    version: 'v1.7.7',
  },
  'chains-controller': {
    name: 'chains-controller',
    group: 'chains',
    package: 'github.com/tektoncd/chains/cmd/controller',
    version: 'v0.24.0',
  },
  'chains-keychain': own('chains-keychain', 'chains-keychain'),
  collector: { name: 'collector', group: 'collector', package: './cmd/collector', version: 'v0.161.0' },
  /** In a group of its own, with the versions of kpack's group, so that most packages are compiled already. */
  cosign: { name: 'cosign', group: 'cosign', package: 'github.com/sigstore/cosign/v2/cmd/cosign', version: 'v2.5.3' },
  cosign3: {
    name: 'cosign3',
    group: 'cosign3',
    package: 'github.com/sigstore/cosign/v3/cmd/cosign',
    version: 'v3.1.2',
  },
  'fake-gcs-server': {
    name: 'fake-gcs-server',
    group: 'fake-gcs-server',
    package: 'github.com/fsouza/fake-gcs-server',
    version: 'v1.56.1',
  },
  gitea: { name: 'gitea', group: 'gitea', package: './cmd/gitea', version: 'v1.26.0' },
  helm: HELM,
  'pilot-agent': istio('pilot-agent'),
  'pilot-discovery': istio('pilot-discovery'),
  'istio-manifests': own('istio-manifests', 'istio'),
  kueue: { name: 'kueue', group: 'kueue', package: 'sigs.k8s.io/kueue/cmd/kueue', version: 'v0.14.0' },
  pack: { name: 'pack', group: 'pack', package: 'github.com/buildpacks/pack/cmd/pack', version: 'v0.36.4' },
  kp: { name: 'kp', group: 'kp', package: 'github.com/vmware-tanzu/kpack-cli/cmd/kp', version: 'v0.12.0' },
  prometheus: prometheus('prometheus'),
  promtool: prometheus('promtool'),
  'controller-gen': {
    name: 'controller-gen',
    group: 'prometheus-operator',
    package: 'sigs.k8s.io/controller-tools/cmd/controller-gen',
    version: 'v0.23.0',
  },
  /** A registry with the referrers API of OCI 1.1. */
  'referrers-registry': own('referrers-registry', 'referrers'),
  'kpack-build-init': kpack('build-init'),
  'kpack-build-waiter': kpack('build-waiter'),
  'kpack-completion': kpack('completion'),
  'kpack-controller': kpack('controller'),
  'kpack-rebase': kpack('rebase'),
  'kpack-pod': own('kpack-pod', 'kpack'),
  'builder-oracle': own('builder-oracle', 'kpack'),
  'kpack-logs': own('kpack-logs', 'kpack'),
  'status-oracle': own('status-oracle', 'kpack'),
  'image-oracle': own('image-oracle', 'kpack'),
  'source-oracle': own('source-oracle', 'kpack'),
  'keychain-oracle': own('keychain-oracle', 'kpack'),
  'signing-oracle': own('signing-oracle', 'kpack'),
  'yaml-oracle': own('yaml-oracle', 'yaml'),
  'archive-writer': own('archive-writer', 'archives'),
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof PROGRAMS;

/** The programs of Kubernetes that run in older versions, too. */
const CONTROL_PLANE: readonly ProgramName[] = ['kube-apiserver', 'kube-controller-manager'];

/** Returns a program, in an older version if it is Tekton's or one of Kubernetes' control plane. */
export function programOf(name: ProgramName, versions: BedVersions): Program {
  const { tekton: tektonVersion = NEWEST_TEKTON, kubernetes: kubernetesVersion = NEWEST_KUBERNETES } = versions;
  const program: Program = PROGRAMS[name];
  if (tektonVersion !== NEWEST_TEKTON && program.package.startsWith(TEKTON_MODULE))
    return { ...program, group: groupOfTekton(tektonVersion), version: `v${tektonVersion}` };
  if (kubernetesVersion !== NEWEST_KUBERNETES && CONTROL_PLANE.includes(name)) {
    const group = `kubernetes/${kubernetesVersion}` as const;
    const version = `v${kubernetesVersion}`;
    return { name, package: program.package, group, version, linkerFlags: kubernetesStamp(kubernetesVersion) };
  }
  return program;
}

/** Returns the folder of go.mod that pins a version of Tekton. */
export function groupOfTekton(version: TektonVersion): Program['group'] {
  return version === NEWEST_TEKTON ? 'cluster' : `tekton/${version}`;
}
