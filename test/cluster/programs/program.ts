import { PROGRAM_VERSIONS as VERSIONS } from '../../../src/core/model/program-versions.ts';
import type { BedVersions } from '../bed-versions.ts';
import type { KubernetesVersion, OtherKubernetes } from '../control-plane/version.ts';
import type { OtherTekton, TektonVersion } from '../tekton/version.ts';
import { DEFAULT_LIFECYCLE, type LifecycleVersion, type OtherLifecycle } from '../universe/lifecycle-version.ts';

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
    | `kubernetes/${OtherKubernetes}`
    | `lifecycle/${OtherLifecycle}`
    | `tekton/${OtherTekton}`;
  readonly package: string;
  readonly version: string;
  /** Build tags. */
  readonly tags?: string;
  /** Linker flags in addition to `-s -w`. */
  readonly linkerFlags?: string;
  /** The program's file name in the folder KUBEBUILDER_ASSETS, if that folder may provide it. */
  readonly asset?: string;
}

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
    version: `v${VERSIONS.kubernetes.tested}`,
    linkerFlags: kubernetesStamp(VERSIONS.kubernetes.tested),
  };
  return name === 'kube-apiserver' || name === 'kubectl' ? { ...program, asset: name } : program;
}

const TEKTON_MODULE = 'github.com/tektoncd/pipeline';

function tekton(name: string): Program {
  return {
    name: `tekton-${name}`,
    group: 'cluster',
    package: `${TEKTON_MODULE}/cmd/${name}`,
    version: `v${VERSIONS.tekton.tested}`,
  };
}

/** The lifecycle's version exists only as a linker stamp. */
function lifecycle(name: string, version: LifecycleVersion = DEFAULT_LIFECYCLE): Program {
  return {
    name,
    group: version === DEFAULT_LIFECYCLE ? 'kpack' : `lifecycle/${version}`,
    package: `github.com/buildpacks/lifecycle/cmd/${name}`,
    version: `v${version}`,
    linkerFlags: `-X github.com/buildpacks/lifecycle/cmd.Version=${version}`,
  };
}

/** A program whose folder has the name of its project. */
function pinned(name: string, group: Program['group'] & keyof typeof VERSIONS, place: string): Program {
  return { name, group, package: place, version: `v${VERSIONS[group].tested}` };
}

function kpack(name: string): Program {
  return pinned(`kpack-${name}`, 'kpack', `github.com/pivotal/kpack/cmd/${name}`);
}

/** The version is the commit, because Istio tags no module. */
function istio(name: string): Program {
  const [, , version] = VERSIONS.istio.tested.split('-');
  return {
    name,
    group: 'istio',
    package: `istio.io/istio/pilot/cmd/${name}`,
    version: version ?? VERSIONS.istio.tested,
  };
}

function own(name: string, group: Program['group'] = 'bed'): Program {
  return { name, group, package: `./cmd/${name}`, version: 'own' };
}

/** Built without the service discovery of clouds, which is most of its code. */
function prometheus(name: string): Program {
  const place = `github.com/prometheus/prometheus/cmd/${name}`;
  return { ...pinned(name, 'prometheus', place), tags: 'remove_all_sd' };
}

const HELM: Program = {
  ...pinned('helm', 'helm', 'helm.sh/helm/v3/cmd/helm'),
  // As in Helm's Makefile: the Kubernetes that `helm lint` and `helm template` assume. Otherwise it is 1.20.
  linkerFlags: ['pkg/lint/rules', 'pkg/chartutil']
    .flatMap((place) => [
      `-X helm.sh/helm/v3/${place}.k8sVersionMajor=1`,
      `-X helm.sh/helm/v3/${place}.k8sVersionMinor=${VERSIONS.kubernetes.tested.split('.')[1]}`,
    ])
    .join(' '),
};

/** Every program of the bed, by name. */
export const PROGRAMS = {
  leash: own('leash'),
  certificates: own('certificates'),
  pause: own('pause'),
  stamp: own('stamp'),
  etcd: {
    name: 'etcd',
    group: 'servers',
    package: 'go.etcd.io/etcd/server/v3',
    version: `v${VERSIONS.etcd.tested}`,
    asset: 'etcd',
  },
  registry: { name: 'registry', group: 'servers', package: './cmd/registry', version: `v${VERSIONS.registry.tested}` },
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
  actionlint: pinned('actionlint', 'actionlint', 'github.com/rhysd/actionlint/cmd/actionlint'),
  'chains-controller': pinned('chains-controller', 'chains', 'github.com/tektoncd/chains/cmd/controller'),
  'chains-keychain': own('chains-keychain', 'chains-keychain'),
  collector: pinned('collector', 'collector', './cmd/collector'),
  /** In a group of its own, with the versions of kpack's group, so that most packages are compiled already. */
  cosign: pinned('cosign', 'cosign', 'github.com/sigstore/cosign/v2/cmd/cosign'),
  cosign3: {
    name: 'cosign3',
    group: 'cosign3',
    package: 'github.com/sigstore/cosign/v3/cmd/cosign',
    version: `v${VERSIONS.cosign.alsoTested[0]}`,
  },
  'fake-gcs-server': pinned('fake-gcs-server', 'fake-gcs-server', 'github.com/fsouza/fake-gcs-server'),
  gitea: pinned('gitea', 'gitea', './cmd/gitea'),
  helm: HELM,
  'pilot-agent': istio('pilot-agent'),
  'pilot-discovery': istio('pilot-discovery'),
  'istio-manifests': own('istio-manifests', 'istio'),
  kueue: pinned('kueue', 'kueue', 'sigs.k8s.io/kueue/cmd/kueue'),
  pack: pinned('pack', 'pack', 'github.com/buildpacks/pack/cmd/pack'),
  kp: pinned('kp', 'kp', 'github.com/vmware-tanzu/kpack-cli/cmd/kp'),
  prometheus: prometheus('prometheus'),
  promtool: prometheus('promtool'),
  'controller-gen': {
    name: 'controller-gen',
    group: 'prometheus-operator',
    package: 'sigs.k8s.io/controller-tools/cmd/controller-gen',
    version: `v${VERSIONS['controller-gen'].tested}`,
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

/** The programs of Kubernetes that run in other versions, too. */
const SERVERS: readonly ProgramName[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet'];

/** Returns a program, in the version of the bed if the program is Tekton's, the lifecycle's or one of Kubernetes' servers. */
export function programOf(name: ProgramName, versions: BedVersions): Program {
  const { tekton: tektonVersion = VERSIONS.tekton.tested, kubernetes: kubernetesVersion = VERSIONS.kubernetes.tested } =
    versions;
  const program: Program = PROGRAMS[name];
  if (name === 'lifecycle' || name === 'launcher') return lifecycle(name, versions.lifecycle);
  if (tektonVersion !== VERSIONS.tekton.tested && program.package.startsWith(TEKTON_MODULE))
    return { ...program, group: groupOfTekton(tektonVersion), version: `v${tektonVersion}` };
  if (kubernetesVersion !== VERSIONS.kubernetes.tested && SERVERS.includes(name)) {
    const group = `kubernetes/${kubernetesVersion}` as const;
    const version = `v${kubernetesVersion}`;
    return { name, package: program.package, group, version, linkerFlags: kubernetesStamp(kubernetesVersion) };
  }
  return program;
}

/** Returns the folder of go.mod that pins a version of Tekton. */
export function groupOfTekton(version: TektonVersion): Program['group'] {
  return version === VERSIONS.tekton.tested ? 'cluster' : `tekton/${version}`;
}
