import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { ROOT } from '../../support/command.ts';
import type { Container } from '../../support/workload.ts';
import { restrictedNamespace } from './apply.ts';
import { mountedSecrets, ownArgs, readTektonPod, type TektonPod } from './tekton-pod.ts';

const NAMESPACE = 'published-tasks';

const TASKS = ['buildpacks', 'buildpacks-rebase', 'buildpacks-source'];

const VARIABLES = ['A==', 'B=', 'C=two\nlines', '-task=rebase'];

/** What runs of the Tasks are given. */
const RUNS: Readonly<Record<string, object>> = {
  buildpacks: {
    params: [
      { name: 'APP_IMAGE', value: 'r.example/app' },
      { name: 'CNB_BUILDER_IMAGE', value: 'r.example/builder:1' },
      { name: 'ENV_VARS', value: VARIABLES },
    ],
    workspaces: [
      { name: 'source', emptyDir: {} },
      { name: 'dockerconfig', secret: { secretName: 'registry' } },
      {
        name: 'bindings',
        projected: { sources: [{ secret: { name: 'database', items: [{ key: 'type', path: 'database/type' }] } }] },
      },
    ],
  },
  'buildpacks-rebase': {
    params: [
      { name: 'APP_IMAGE', value: 'r.example/app' },
      { name: 'BUILDER_IMAGE', value: 'r.example/builder:1' },
    ],
    workspaces: [{ name: 'dockerconfig', secret: { secretName: 'registry' } }],
  },
  'buildpacks-source': {
    params: [{ name: 'url', value: 'https://g.example/app' }],
    workspaces: [
      { name: 'output', emptyDir: {} },
      { name: 'basic-auth', secret: { secretName: 'registry' } },
    ],
  },
};

/** By the name of the step, for those that mount any. */
function secretsIn({ steps, volumes }: TektonPod): object {
  const all = [...steps].map(([name, container]) => [name, mountedSecrets(container, volumes)] as const);
  return Object.fromEntries(all.filter(([, secrets]) => secrets.length > 0));
}

function textOf(container: Container | undefined): string {
  return JSON.stringify(container);
}

describe('Tasks on a cluster that enforces Pod Security restricted', function () {
  this.timeout(120_000);
  let cluster: Cluster;

  before(async function () {
    // The first run builds what the cluster is made of.
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    await cluster.tekton.setFeatureFlags({ 'set-security-context': 'true' });
    await cluster.client.create(restrictedNamespace(NAMESPACE));
    await cluster.client.put({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace: NAMESPACE },
    });
    for (const task of TASKS) {
      const target = ['--kubeconfig', cluster.kubeconfig, '--namespace', NAMESPACE];
      execFileSync(cluster.kubectl, [...target, 'apply', '-f', `tasks/${task}/`], { cwd: ROOT, stdio: 'pipe' });
    }
  });

  async function podOf(task: string): Promise<TektonPod> {
    const { client } = cluster;
    const taskRun: KubernetesObject = await client.create({
      apiVersion: 'tekton.dev/v1',
      kind: 'TaskRun',
      metadata: { name: task, namespace: NAMESPACE },
      spec: { taskRef: { name: task }, ...RUNS[task] },
    });
    const pod = await until(`a pod of ${task}`, async () => {
      const { conditions = [] } = ((await client.get(taskRun))?.['status'] ?? {}) as {
        readonly conditions?: readonly { readonly status: string; readonly message: string }[];
      };
      const [condition] = conditions;
      if (condition?.status === 'False') throw new Error(condition.message);
      const pods = await client.list('v1', 'Pod', NAMESPACE);
      return pods.find(({ metadata }) => metadata.labels?.['tekton.dev/taskRun'] === task);
    });
    return readTektonPod(pod);
  }

  it('show a build its Secrets in the steps that they are for, and its variables as they are', async () => {
    const pod = await podOf('buildpacks');
    expect(secretsIn(pod)).to.deep.equal({ prepare: ['registry'], detect: ['database'], build: ['database'] });
    const args = ownArgs(pod.steps.get('prepare') ?? { name: '' });
    expect(args.slice(args.indexOf('--'))).to.deep.equal(['--', ...VARIABLES]);
    expect(args).to.include.members(['-builder=', '-builder=r.example/builder:1', '-run-image=', '-tags=']);
    expect(args).to.include(`-source=/var/build-source`);
    expect(args).to.include('-account-credentials=/tekton/creds/.docker');
    for (const [name, container] of pod.steps) {
      expect(textOf(container), name).not.to.match(/\$\((?:params|workspaces|step|credentials)\./);
    }
    expect(textOf(pod.steps.get('analyze'))).to.contain('"image":"r.example/builder:1"');
    expect(ownArgs(pod.steps.get('export') ?? { name: '' }).at(-1)).to.equal('$(steps.prepare.results.tags[*])');
    expect(pod.steps.get('restore')?.env).to.deep.include({ name: 'CNB_CACHE_DIR' });
  });

  it('show a rebase its Secrets in prepare alone', async () => {
    expect(secretsIn(await podOf('buildpacks-rebase'))).to.deep.equal({ prepare: ['registry'] });
  });

  it('show a source its credentials', async () => {
    const pod = await podOf('buildpacks-source');
    expect(secretsIn(pod)).to.deep.equal({ prepare: ['registry'] });
    const args = ownArgs(pod.steps.get('prepare') ?? { name: '' });
    expect(args).to.include.members(['-git-credentials=/var/build-secrets/basic-auth', '-git-credentials=']);
  });
});
