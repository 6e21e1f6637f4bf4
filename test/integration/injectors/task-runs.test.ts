import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { MESH_ADDITIONS, VARIANT_NAMES } from './mesh-additions.ts';
import { startMeshNamespaces, type MeshNamespaces } from './mesh-namespaces.ts';
import { expectAdditions } from './pod-outline.ts';
import { createTaskRun, podOf } from './task-run-pod.ts';

/** One TaskRun of each form that taskpack prints. */
const GOLDENS = ['kpack-sample-build', 'option-no-dummy-sidecar', 'rebase', 'source-registry-pull-secrets'];

describe("Tekton's Pods of golden TaskRuns in a namespace with an injector", () => {
  const plain = new Map<string, KubernetesObject>();
  let cluster: Cluster;
  let namespaces: MeshNamespaces;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    namespaces = await startMeshNamespaces(cluster, 'task-runs', []);
    for (const golden of GOLDENS) {
      plain.set(golden, await podIn(namespaces.plain, golden));
    }
  });

  /** Returns the Pods by TaskRun. Each TaskRun has one Pod. */
  async function podIn(namespace: string, golden: string): Promise<KubernetesObject> {
    const taskRun = await createTaskRun(cluster, golden, namespace);
    const pod = JSON.stringify(await podOf(cluster, taskRun));
    return JSON.parse(pod.replaceAll(taskRun.metadata.uid ?? '', 'UID')) as KubernetesObject;
  }

  after(() => namespaces.stop());

  for (const variant of VARIANT_NAMES) {
    it(`${variant} adds exactly its own containers`, async () => {
      for (const golden of GOLDENS) {
        const pod = await podIn(namespaces.of(variant), golden);
        expectAdditions(pod, plain.get(golden) ?? pod, MESH_ADDITIONS[variant]);
      }
    });
  }
});
