import SemVer from 'semver/classes/semver.js';

/** The versions of a program that taskpack works with, or that its tests run. Versions have no `v`. */
export interface ProgramVersions<Version extends string = string> {
  /** The path of the program's Go module, without the suffix of a major version, such as `/v2`. */
  readonly module: string;
  /** The oldest version that taskpack supports. Absent if only tests run the program, or if taskpack supports exactly the tested version. */
  readonly oldest?: string;
  /** The version that the test bed runs. */
  readonly tested: Version;
  /** The other versions that tests run. */
  readonly alsoTested?: readonly Version[];
  /** The newest version on the day `checked`. */
  readonly newest: string;
  /** YYYY-MM-DD. */
  readonly checked: string;
}

export const KUBERNETES = {
  module: 'k8s.io/kubernetes',
  // From this version on, the API server checks kpack's objects with policies.
  oldest: '1.30.0',
  tested: '1.35.4',
  alsoTested: ['1.32.0', '1.33.0', '1.34.0', '1.36.5', '1.37.2'],
  newest: '1.37.2',
  checked: '2026-11-30',
} as const satisfies ProgramVersions;

/** From this version on, the test bed can run a node. Older kubelets refuse `imagePullCredentialsVerificationPolicy`, which the bed sets. */
export const KUBERNETES_NODES = { oldest: '1.35.0' } as const;

export const TEKTON = {
  module: 'github.com/tektoncd/pipeline',
  // The oldest version that runs taskpack's TaskRuns.
  oldest: '0.44.0',
  tested: '1.15.0',
  alsoTested: ['0.44.0', '0.46.0', '0.53.0', '1.0.0', '1.6.0', '1.12.0'],
  newest: '1.15.0',
  checked: '2026-11-30',
} as const satisfies ProgramVersions;

/** The published Tasks need results of steps. From `oldestWithFlag` on, the flag `enable-step-actions` enables them in the form of 1.0. */
export const TEKTON_FOR_TASKS = { oldest: '1.0.0', oldestWithFlag: '0.59.0' } as const;

/**
 * All programs by name, for the documentation, the test bed and `npm run versions`. The bundle does not contain this table, because the
 * command needs only the constants above.
 */
export const PROGRAM_VERSIONS = {
  actionlint: { module: 'github.com/rhysd/actionlint', tested: '1.7.7', newest: '1.7.12', checked: '2026-11-30' },
  chains: { module: 'github.com/tektoncd/chains', tested: '0.24.0', newest: '0.29.2', checked: '2026-11-30' },
  collector: {
    module: 'go.opentelemetry.io/collector/otelcol',
    tested: '0.161.0',
    newest: '0.165.0',
    checked: '2026-11-30',
  },
  'controller-gen': {
    module: 'sigs.k8s.io/controller-tools',
    tested: '0.23.0',
    newest: '0.23.0',
    checked: '2026-11-30',
  },
  cosign: {
    module: 'github.com/sigstore/cosign',
    tested: '2.5.3',
    alsoTested: ['3.1.2'],
    newest: '3.1.3',
    checked: '2026-11-30',
  },
  etcd: { module: 'go.etcd.io/etcd/server', tested: '3.6.7', newest: '3.7.3', checked: '2026-11-30' },
  'fake-gcs-server': {
    module: 'github.com/fsouza/fake-gcs-server',
    tested: '1.56.1',
    newest: '1.56.1',
    checked: '2026-11-30',
  },
  gitea: { module: 'code.gitea.io/gitea', tested: '1.26.0', newest: '1.27.3', checked: '2026-11-30' },
  helm: { module: 'helm.sh/helm', tested: '3.20.0', newest: '4.3.2', checked: '2026-11-30' },
  // A commit of the main branch, because Istio tags no module.
  istio: {
    module: 'istio.io/istio',
    tested: '0.0.0-20260827124520-eed52ebb66ad',
    newest: '0.0.0-20260827124520-eed52ebb66ad',
    checked: '2026-11-30',
  },
  kp: { module: 'github.com/vmware-tanzu/kpack-cli', tested: '0.12.0', newest: '0.12.0', checked: '2026-11-30' },
  kpack: { module: 'github.com/pivotal/kpack', tested: '0.18.0', newest: '0.18.0', checked: '2026-11-30' },
  kubernetes: KUBERNETES,
  kueue: { module: 'sigs.k8s.io/kueue', tested: '0.14.0', newest: '0.17.0', checked: '2026-11-30' },
  // The version that kpack pins.
  lifecycle: {
    module: 'github.com/buildpacks/lifecycle',
    tested: '0.20.12',
    alsoTested: ['0.21.14'],
    newest: '0.21.17',
    checked: '2026-11-30',
  },
  pack: { module: 'github.com/buildpacks/pack', tested: '0.36.4', newest: '0.40.6', checked: '2026-11-30' },
  prometheus: {
    module: 'github.com/prometheus/prometheus',
    tested: '0.316.0',
    newest: '0.316.0',
    checked: '2026-11-30',
  },
  'prometheus-operator': {
    module: 'github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring',
    tested: '0.95.2',
    newest: '0.95.2',
    checked: '2026-11-30',
  },
  registry: { module: 'github.com/distribution/distribution', tested: '3.0.0', newest: '3.1.2', checked: '2026-11-30' },
  tekton: TEKTON,
} as const satisfies Readonly<Record<string, ProgramVersions>>;

/** Returns the versions of a program that tests run, oldest first. */
export function testedVersions<Version extends string>({
  tested,
  alsoTested = [],
}: Pick<ProgramVersions<Version>, 'tested' | 'alsoTested'>): readonly Version[] {
  return [...alsoTested, tested].toSorted((one, other) => new SemVer(one).compare(other));
}

/** Returns the path of the Go module that has a version: from 2 on, the path ends with the major version (go.dev/ref/mod). */
export function modulePath({ module }: Pick<ProgramVersions, 'module'>, version: string): string {
  const { major } = new SemVer(version);
  return major < 2 ? module : `${module}/v${major}`;
}
