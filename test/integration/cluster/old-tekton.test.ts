import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { parseYaml } from '../../../src/yaml/parse-yaml.ts';
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

/** Runs whose Task is in a registry that does not exist. */
const UNRESOLVED = new Set(['from-a-bundle']);

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

  for (const { name, objects } of SUBJECTS) {
    it(`${name}: admits the output, and creates Pods for the runs`, async () => {
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
      await removeRuns(cluster, namespace, objects);
    });
  }
});

/** Creates a namespace with the ServiceAccounts that the runs name. */
async function prepare({ client }: Cluster, namespace: string, objects: readonly KubernetesObject[]): Promise<void> {
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const accounts = objects.flatMap((object) => (object['spec'] as RunSpec | undefined)?.serviceAccountName ?? []);
  for (const name of new Set(['default', ...accounts])) {
    await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
  }
}

/** Tekton would write the status of a pending TaskRun with an unnamed step several times a second, until the cluster stops. */
async function removeRuns({ client }: Cluster, namespace: string, objects: readonly KubernetesObject[]): Promise<void> {
  const runs = objects.filter(({ kind }) => kind === 'TaskRun' || kind === 'PipelineRun');
  await Promise.all(runs.map((run) => client.delete(inNamespace(run, namespace))));
}

interface RunSpec {
  readonly serviceAccountName?: string;
}

interface RunStatus {
  readonly conditions?: readonly { readonly status: string; readonly reason: string; readonly message: string }[];
}

async function podOf(
  { client }: Cluster,
  namespace: string,
  run: KubernetesObject,
): Promise<KubernetesObject | undefined> {
  const status = (await client.get(inNamespace(run, namespace)))?.['status'] as RunStatus | undefined;
  const failed = status?.conditions?.find(({ status: value }) => value === 'False');
  if (failed !== undefined) throw new Error(`${failed.reason}: ${failed.message}`);
  const pods = await client.list('v1', 'Pod', namespace);
  return pods.find(({ metadata }) => metadata.labels?.['tekton.dev/taskRun'] === run.metadata.name);
}
