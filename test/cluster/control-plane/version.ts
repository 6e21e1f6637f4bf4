import { KUBERNETES, testedVersions } from '../../../src/core/model/program-versions.ts';

/** The versions of Kubernetes that have a folder of their own with a go.mod. */
export type OtherKubernetes = (typeof KUBERNETES.alsoTested)[number];

export type KubernetesVersion = OtherKubernetes | typeof KUBERNETES.tested;

/** The environment variable that names the API server of a run of tests. */
const KUBERNETES_VARIABLE = 'TEST_BED_KUBERNETES';

/** Returns the Kubernetes that the environment names. Throws a sentence for a version that the bed cannot run. */
export function kubernetesOfEnvironment(environment: Readonly<Record<string, string | undefined>>): KubernetesVersion {
  const text = environment[KUBERNETES_VARIABLE] ?? KUBERNETES.tested;
  const versions = testedVersions<KubernetesVersion>(KUBERNETES);
  const version = versions.find((one) => one === text);
  if (version === undefined) throw new Error(`the bed has no Kubernetes ${text}: use ${versions.join(', ')}`);
  return version;
}
