import { expect } from 'chai';
import { startIstio, type Istio } from '../../cluster/istio/start-istio.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import { conditionOf, runBuild } from '../../e2e/controller/controlled-build.ts';
import { installController, type InstalledController } from '../../e2e/installed-controller.ts';
import { ended, podEnded, type PodStatus } from '../../e2e/running-pod.ts';
import { publishedBed } from '../../e2e/tasks/published-bed.ts';
import { performRun, type RunResults } from '../../e2e/tekton-run.ts';
import { proxiesIn, proxyLog, runningIn } from './meshed-build.ts';

/** A claim for the source. */
const CLAIM = 'sources';

type Params = Readonly<Record<string, string>>;

describe("the published Tasks beside Istio's own proxy, on the node", function () {
  this.timeout(600_000);
  const bed = publishedBed();
  let istio: Istio;
  let installed: InstalledController;
  let digest: string | undefined;

  before(async function () {
    // The first run builds the programs of Istio.
    this.timeout(3_600_000);
    const { cluster, repositories } = bed();
    repositories.commit('app', { 'hello.txt': 'world' });
    installed = await installController(cluster, { BACKEND: 'native' });
    const status = await runBuild(cluster.client, plainBuild('default'), { seconds: 240 });
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True' });
    digest = status.latestImage?.replace(/^.*@/, '');
    istio = await startIstio(cluster);
  });
  after(async () => {
    await istio?.stop();
    await installed?.remove();
  });

  for (const mode of ['classic', 'native'] as const) {
    it(`fetch a source and build through a ${mode} proxy the image that the controller builds without a mesh`, async () => {
      const { cluster, createTask, git, ours } = bed();
      const namespace = `tasks-${mode}`;
      await istio.inject(mode);
      await istio.createNamespace(namespace);
      await createFolderClaim(cluster, { name: CLAIM, namespace });
      for (const task of ['buildpacks-source', 'buildpacks']) await createTask(task, namespace);

      const url = `${git.url}/app.git`;
      const fetched = await runTask(namespace, 'buildpacks-source', 'output', { url });
      const results = await runTask(namespace, 'buildpacks', 'source', {
        APP_IMAGE: `${cluster.registry.address}/tasks/${mode}`,
        BUILDER_IMAGE: ours['registry.example.com/test/builder'] ?? '',
        SOURCE_URL: fetched['url'] ?? '',
        SOURCE_REVISION: 'main',
        SOURCE_COMMIT: fetched['commit'] ?? '',
      });
      expect(results['IMAGE_DIGEST']).to.equal(digest);
    });
  }

  /** Runs a Task. Asserts that its requests went through the proxy and that all containers of its Pod ended. */
  async function runTask(namespace: string, task: string, workspace: string, params: Params): Promise<RunResults> {
    const { cluster } = bed();
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: `${task}-pod`, namespace } };
    const run = taskRun(namespace, task, workspace, params);
    const [results, log] = await Promise.all([performRun(cluster, run), proxyLog(cluster, pod)]);
    expect(log, task).to.include('PassthroughCluster');
    const status = await ended<PodStatus>(cluster.client, pod, podEnded);
    expect(runningIn(status)).to.deep.equal([]);
    expect(proxiesIn(status)).to.have.length(1);
    return results;
  }

  function plainBuild(namespace: string): KubernetesObject {
    const { cluster, git, ours } = bed();
    return {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name: 'without-mesh', namespace },
      spec: {
        tags: [`${cluster.registry.address}/tasks/without-mesh`],
        builder: { image: ours['registry.example.com/test/builder'] },
        source: { git: { url: `${git.url}/app.git`, revision: 'main' } },
        defaultProcess: 'web',
      },
    };
  }
});

function taskRun(namespace: string, task: string, workspace: string, params: Params): KubernetesObject {
  const { uid, gid } = STACK.build;
  return {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name: task, namespace },
    spec: {
      taskRef: { name: task },
      params: Object.entries(params).map(([name, value]) => ({ name, value })),
      workspaces: [{ name: workspace, subPath: 'app', persistentVolumeClaim: { claimName: CLAIM } }],
      podTemplate: {
        automountServiceAccountToken: false,
        securityContext: { runAsUser: uid, runAsGroup: gid, fsGroup: gid },
      },
    },
  };
}
