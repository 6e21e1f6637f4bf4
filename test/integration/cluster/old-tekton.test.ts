import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { inNamespace, kubectlApply } from './apply.ts';

const FOLDER = path.join(import.meta.dirname, '../../unit/translators/old-tekton/fixtures');

interface Subject {
  readonly name: string;
  readonly objects: readonly KubernetesObject[];
}

/** The expected output for Tasks of Tekton before v1, by case. */
const SUBJECTS: readonly Subject[] = readdirSync(FOLDER).flatMap((name) => {
  const file = path.join(FOLDER, name, 'output.yaml');
  if (!existsSync(file)) return [];
  const { documents } = parseYaml(readFileSync(file, 'utf8'), file);
  return [{ name, objects: documents.map(({ value }) => value as KubernetesObject) }];
});

/** Runs whose Task is in a registry that does not exist, or not in the input. */
const UNRESOLVED = new Set(['from-a-bundle', 'elsewhere', 'equal']);

/** Tekton admits Pipelines inside Pipelines only with `enable-api-fields: alpha`, which the cluster does not set. */
const ALPHA = new Set(['pipelines-in-pipelines']);

describe('the current Tekton and Tasks from before v1', function () {
  this.timeout(120_000);
  let cluster: Cluster;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    cluster = await sharedCluster();
  });

  it('has many cases', () => {
    expect(SUBJECTS.length).to.be.at.least(10);
  });

  for (const { name, objects } of SUBJECTS.filter((subject) => !ALPHA.has(subject.name))) {
    it(`${name}: admits the output, and starts the runs`, async () => {
      const namespace = `old-${name}`.slice(0, 63);
      await prepare(cluster, namespace, objects);
      await kubectlApply(
        cluster,
        objects.map((object) => inNamespace(object, namespace)),
      );
      const runs = objects.filter(({ kind, metadata }) => kind === 'TaskRun' && !UNRESOLVED.has(metadata.name));
      for (const run of runs) {
        const pod = await until(`a pod of ${run.metadata.name}`, async () => podOf(cluster, namespace, run));
        expect(pod.metadata.labels).to.include({ 'tekton.dev/taskRun': run.metadata.name });
      }
      for (const run of objects.filter(isStarted)) {
        const children = await until(`a task of ${run.metadata.name}`, async () => childrenOf(cluster, namespace, run));
        expect(children).to.include(`${run.metadata.name}-`);
      }
      await removeRuns(cluster, namespace, objects);
    });
  }
});

/** Creates a namespace with the ServiceAccounts that the runs name. */
async function prepare({ client }: Cluster, namespace: string, objects: readonly KubernetesObject[]): Promise<void> {
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const accounts = objects.flatMap((object) => {
    const { serviceAccountName, taskRunTemplate } = (object['spec'] ?? {}) as RunSpec;
    return serviceAccountName ?? taskRunTemplate?.serviceAccountName ?? [];
  });
  for (const name of new Set(['default', ...accounts])) {
    await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
  }
}

/**
 * Tekton would write the status of a pending TaskRun with an unnamed step several times a second, until the cluster stops.
 * The PipelineRuns go first, because they would create their TaskRuns again.
 */
async function removeRuns({ client }: Cluster, namespace: string, objects: readonly KubernetesObject[]): Promise<void> {
  const pipelineRuns = objects.filter(({ kind }) => kind === 'PipelineRun');
  await Promise.all(pipelineRuns.map((run) => client.delete(inNamespace(run, namespace))));
  const taskRuns = await client.list('tekton.dev/v1', 'TaskRun', namespace);
  await Promise.all(taskRuns.map((run) => client.delete(run)));
}

interface RunSpec {
  readonly serviceAccountName?: string;
  readonly taskRunTemplate?: { readonly serviceAccountName?: string };
  readonly status?: string;
  readonly managedBy?: string;
}

/** True for a PipelineRun that Tekton starts at once. */
function isStarted({ kind, ...rest }: KubernetesObject): boolean {
  const { status, managedBy } = (rest['spec'] ?? {}) as RunSpec;
  return kind === 'PipelineRun' && status === undefined && managedBy === undefined;
}

interface RunStatus {
  readonly conditions?: readonly { readonly status: string; readonly reason: string; readonly message: string }[];
  readonly childReferences?: readonly { readonly name: string }[];
}

async function podOf(
  { client }: Cluster,
  namespace: string,
  run: KubernetesObject,
): Promise<KubernetesObject | undefined> {
  await statusOf(client, namespace, run);
  const pods = await client.list('v1', 'Pod', namespace);
  return pods.find(({ metadata }) => metadata.labels?.['tekton.dev/taskRun'] === run.metadata.name);
}

/** Returns the names of the TaskRuns that a PipelineRun has created. */
async function childrenOf({ client }: Cluster, namespace: string, run: KubernetesObject): Promise<string | undefined> {
  const { childReferences } = await statusOf(client, namespace, run);
  return childReferences?.map(({ name }) => name).join(' ');
}

/** Returns a run's status. Throws if the run has failed. */
async function statusOf(client: Cluster['client'], namespace: string, run: KubernetesObject): Promise<RunStatus> {
  const status = ((await client.get(inNamespace(run, namespace)))?.['status'] ?? {}) as RunStatus;
  const failed = status.conditions?.find(({ status: value }) => value === 'False');
  if (failed !== undefined) throw new Error(`${failed.reason}: ${failed.message}`);
  return status;
}
