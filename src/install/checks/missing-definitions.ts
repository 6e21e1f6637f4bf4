import { servedResources } from '../../kube/discovery/served-resources.ts';
import type { CallOptions } from '../../kube/transport/kube-request.ts';
import type { Transport } from '../../kube/transport/transport.ts';

const KPACK = { group: 'kpack.io', version: 'v1alpha2' } as const;

/** What is worked on. */
const PLURALS = [
  'builds',
  'builders',
  'clusterbuilders',
  'buildpacks',
  'clusterbuildpacks',
  'clusterstores',
  'clusterstacks',
  'clusterlifecycles',
];

/** The custom resources that the cluster lacks, by their plurals. Rejects with `KubeError`. */
export async function missingDefinitions(transport: Transport, options: CallOptions = {}): Promise<readonly string[]> {
  const served = await servedResources(transport, KPACK, options);
  return PLURALS.filter((plural) => !served.some((resource) => resource.plural === plural));
}
