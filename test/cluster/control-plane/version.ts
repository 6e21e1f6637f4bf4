import { KUBERNETES, KUBERNETES_NODES, testedVersions } from '../../../src/core/model/program-versions.ts';
import { isOlderVersion } from '../../../src/core/model/version.ts';

/** The versions of Kubernetes that have a folder of their own with a go.mod. */
export type OtherKubernetes = (typeof KUBERNETES.alsoTested)[number];

export type KubernetesVersion = OtherKubernetes | typeof KUBERNETES.tested;

/** The versions of Kubernetes that the bed can run, oldest first. */
const KUBERNETES_VERSIONS = testedVersions<KubernetesVersion>(KUBERNETES);

/** The versions of which the bed can run a node. */
export const NODE_VERSIONS = KUBERNETES_VERSIONS.filter((one) => !isOlderVersion(one, KUBERNETES_NODES.oldest));

/** The environment variable that names the Kubernetes of a run of tests. */
const KUBERNETES_VARIABLE = 'TEST_BED_KUBERNETES';

/** Returns the Kubernetes that the environment names. Throws a sentence for a version that the bed cannot run. */
export function kubernetesOfEnvironment(environment: Readonly<Record<string, string | undefined>>): KubernetesVersion {
  return parseKubernetesVersion(environment[KUBERNETES_VARIABLE] ?? KUBERNETES.tested);
}

/** Returns the version of that name. Throws a sentence for a version that the bed cannot run. */
export function parseKubernetesVersion(text: string): KubernetesVersion {
  return versionIn(KUBERNETES_VERSIONS, text, `the bed has no Kubernetes ${text}`);
}

/** Throws a sentence for a version of which the bed runs no node. */
export function requireNodeOf(version: KubernetesVersion): void {
  versionIn(NODE_VERSIONS, version, `the bed has no node of Kubernetes ${version}`);
}

function versionIn(versions: readonly KubernetesVersion[], text: string, message: string): KubernetesVersion {
  const version = versions.find((one) => one === text);
  if (version === undefined) throw new Error(`${message}: use ${versions.join(', ')}`);
  return version;
}
