import path from 'node:path';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import { startRegistry, type Registry } from '../../cluster/registry/registry.ts';
import { kubectl } from '../../integration/crds/kubectl.ts';
import { runCommand } from '../../support/command.ts';
import { ended } from '../running-pod.ts';

/** A Task as `taskpack tasks` prints it. */
export function printedTask(namespace: string, args: readonly string[]): KubernetesObject {
  const { stdout, stderr, status } = runCommand(['tasks', '-o', 'json', ...args]);
  if (status !== 0) throw new Error(stderr);
  const task = JSON.parse(stdout) as KubernetesObject;
  return { ...task, metadata: { ...task.metadata, namespace } };
}

/** A registry that asks who one is, beside that of the bed. */
export async function startOtherRegistry({ folder, node }: NodeCluster): Promise<Registry> {
  const programs = await ensurePrograms(['leash', 'registry'], console.error);
  const registry = await startRegistry(programs, {
    folder: path.join(folder, 'other-registry'),
    host: BRIDGE_ADDRESS,
    authentication: 'basic',
  });
  node.trustRegistry(registry.address);
  return registry;
}

/** A Secret that knows one registry. */
export function registrySecret(name: string, namespace: string, { address }: Registry): KubernetesObject {
  const config = JSON.stringify({ auths: { [address]: ACCOUNT } });
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace },
    type: 'kubernetes.io/dockerconfigjson',
    stringData: { '.dockerconfigjson': config },
  };
}

interface RunStatus {
  readonly conditions?: readonly { readonly status: string; readonly message: string }[];
  readonly results?: readonly { readonly name: string; readonly value: string }[];
}

/** Creates a PipelineRun, and gives its results; throws what it failed by. */
export async function runPipeline(
  cluster: NodeCluster,
  run: KubernetesObject,
): Promise<Readonly<Record<string, string>>> {
  const { client } = cluster;
  await client.create(run);
  const over = ({ conditions = [] }: RunStatus): boolean => /^(?:True|False)$/.test(conditions[0]?.status ?? '');
  const { conditions = [], results = [] } = await ended<RunStatus>(client, run, over, { seconds: 240 });
  if (conditions[0]?.status !== 'True') throw new Error(await lastWords(cluster, run));
  return Object.fromEntries(results.map(({ name, value }) => [name, value]));
}

/** What the pods of a run that failed have said at last. */
async function lastWords(cluster: NodeCluster, { metadata }: KubernetesObject): Promise<string> {
  const { namespace = '', name } = metadata;
  const what = `--namespace ${namespace} --selector tekton.dev/pipelineRun=${name}`;
  const how = '--all-containers --prefix --tail=20 --max-log-requests=50';
  const { stdout } = await kubectl(cluster, `logs ${what} ${how}`.split(' '));
  return `${name} failed: ${stdout}`;
}
