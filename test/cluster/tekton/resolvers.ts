import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { Cluster } from '../cluster.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';
import { freePorts } from '../processes/free-port.ts';
import { until } from '../processes/until.ts';
import { startProcess, type LeashedProcess } from '../processes/leashed-process.ts';
import { moduleFolder } from '../programs/module-folder.ts';

const NAMESPACE = 'tekton-pipelines-resolvers';

/**
 * Runs Tekton's resolvers (bundles, cluster, git, hub) as a process beside a cluster. The log is in the folder. The hub resolver asks
 * `hub`, the base URL of Artifact Hub.
 */
export async function startResolvers(
  programs: { readonly leash: string; readonly 'tekton-resolvers': string },
  { client, kubeconfig }: Pick<Cluster, 'client' | 'kubeconfig'>,
  { folder, hub }: { readonly folder: string; readonly hub: string },
): Promise<LeashedProcess> {
  for (const object of resolverObjects()) await client.apply(object);
  const [probes = 0, metrics = 0, profiling = 0] = await freePorts(3);
  const spec = {
    name: 'tekton-resolvers',
    command: programs['tekton-resolvers'],
    args: [`-kubeconfig=${kubeconfig}`],
    environment: {
      SYSTEM_NAMESPACE: NAMESPACE,
      KUBERNETES_MIN_VERSION: 'v1.28.0',
      PROBES_PORT: `${probes}`,
      METRICS_PROMETHEUS_PORT: `${metrics}`,
      PROFILING_PORT: `${profiling}`,
      CONFIG_LOGGING_NAME: 'config-logging',
      CONFIG_OBSERVABILITY_NAME: 'config-observability',
      CONFIG_FEATURE_FLAGS_NAME: 'resolvers-feature-flags',
      CONFIG_LEADERELECTION_NAME: 'config-leader-election-resolvers',
      METRICS_DOMAIN: 'tekton.dev/resolution',
      ARTIFACT_HUB_API: hub,
    },
    log: path.join(folder, 'tekton-resolvers.log'),
  };
  const resolvers = startProcess(spec, programs.leash);
  await until('the leases of the resolvers', async () => ((await heldLeases(client)) >= RESOLVERS ? true : undefined), {
    seconds: 60,
    died: [resolvers.died],
  });
  return resolvers;
}

/** The resolvers for bundles, the cluster, git, HTTP and the hub. Each has a lease. */
const RESOLVERS = 5;

/**
 * Returns how many resolvers lead. A resolver that becomes the leader takes all requests that exist, also those of other resolvers, and
 * fails them (tektoncd/pipeline, pkg/resolution/resolver/framework/controller.go, LeaderAwareFuncs). So requests come afterwards.
 */
async function heldLeases(client: Cluster['client']): Promise<number> {
  const leases = await client.list('coordination.k8s.io/v1', 'Lease', NAMESPACE);
  return leases.filter(({ spec }) => (spec as { readonly holderIdentity?: string }).holderIdentity !== undefined)
    .length;
}

/** Returns the objects of Tekton's release for the resolvers, without their Deployment and Service. */
function resolverObjects(): readonly KubernetesObject[] {
  const folder = path.join(moduleFolder('cluster', 'github.com/tektoncd/pipeline'), 'config/resolvers');
  const files = readdirSync(folder).filter((file) => !/^resolvers-(?:deployment|service)\.yaml$/.test(file));
  return files.flatMap((file) =>
    parseYaml(readFileSync(path.join(folder, file), 'utf8'), file).documents.map(
      ({ value }) => value as KubernetesObject,
    ),
  );
}
