/** The versions of kube-apiserver and kube-controller-manager that the bed can run without a node, oldest first. */
export const KUBERNETES_VERSIONS = ['1.32.0', '1.33.0', '1.34.0', '1.35.4'] as const;

export type KubernetesVersion = (typeof KUBERNETES_VERSIONS)[number];

export const NEWEST_KUBERNETES = '1.35.4' satisfies KubernetesVersion;

/** The environment variable that names the API server of a run of tests. */
const KUBERNETES_VARIABLE = 'TEST_BED_KUBERNETES';

/** Returns the Kubernetes that the environment names. Throws a sentence for a version that the bed cannot run. */
export function kubernetesOfEnvironment(environment: Readonly<Record<string, string | undefined>>): KubernetesVersion {
  const text = environment[KUBERNETES_VARIABLE] ?? NEWEST_KUBERNETES;
  const version = KUBERNETES_VERSIONS.find((one) => one === text);
  if (version === undefined)
    throw new Error(`the bed has no Kubernetes ${text}: use ${KUBERNETES_VERSIONS.join(', ')}`);
  return version;
}
