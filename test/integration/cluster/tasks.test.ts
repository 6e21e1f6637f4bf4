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

/** The parameters and workspaces of the Tasks' runs. */
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

/** A run's parameters, and the arguments and environment of prepare's container after Tekton. No kubelet expands them here. */
const REPLACED: Readonly<Record<string, string>> = {
  'A=$(context.taskRun.name)': 'A=replaced',
  'B=$(workspaces.source.path)': 'B=/var/build-source',
  'C=$(credentials.path)': 'C=/tekton/creds',
  'D=$(results.IMAGE_URL.path)': 'D=/tekton/results/IMAGE_URL',
  'E=$(step.results.tags.path)': 'E=/tekton/steps/step-prepare/results/tags',
  'F=$(artifacts.path)': 'F=/tekton/artifacts/provenance.json',
  'G=$(steps.step-detect.exitCode.path)': 'G=/tekton/steps/step-detect/exitCode',
  'H=$(params.APP_IMAGE)': 'H=$(params.APP_IMAGE)',
  'I=$(workspaces.unknown.path) $(NAME) $$': 'I=$(workspaces.unknown.path) $(NAME) $$',
};

const NONE: Container = { name: '' };

/** Returns the default run of the build with other variables. */
function withVariables(variables: Readonly<Record<string, string>>): object {
  const params = [
    { name: 'APP_IMAGE', value: 'r.example/app' },
    { name: 'CNB_BUILDER_IMAGE', value: 'r.example/builder:1' },
    { name: 'ENV_VARS', value: Object.keys(variables) },
  ];
  return { params };
}

/** Returns workspaces in different subpaths of the named claims. */
function onClaims(source: string, cache: string): object {
  const workspaces = Object.entries({ source, cache }).map(([name, claimName]) => ({
    name,
    subPath: name,
    persistentVolumeClaim: { claimName },
  }));
  return { workspaces };
}

/** The mounts by step, for steps that have any. */
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
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    cluster = await sharedCluster();
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

  async function start(task: string, name: string, more: object): Promise<KubernetesObject> {
    return cluster.client.create({
      apiVersion: 'tekton.dev/v1',
      kind: 'TaskRun',
      metadata: { name, namespace: NAMESPACE },
      spec: { taskRef: { name: task }, ...RUNS[task], ...more },
    });
  }

  /** Returns the reason of a failed run, if the run has failed. */
  async function endOf(taskRun: KubernetesObject): Promise<string | undefined> {
    const { conditions = [] } = ((await cluster.client.get(taskRun))?.['status'] ?? {}) as {
      readonly conditions?: readonly { readonly status: string; readonly message: string }[];
    };
    const [condition] = conditions;
    return condition?.status === 'False' ? condition.message : undefined;
  }

  async function podOf(task: string, name = task, more: object = {}): Promise<TektonPod> {
    const { client } = cluster;
    const taskRun = await start(task, name, more);
    const pod = await until(`a pod of ${name}`, async () => {
      const message = await endOf(taskRun);
      if (message !== undefined) throw new Error(message);
      const pods = await client.list('v1', 'Pod', NAMESPACE);
      return pods.find(({ metadata }) => metadata.labels?.['tekton.dev/taskRun'] === name);
    });
    return readTektonPod(pod);
  }

  it('expose Secrets of a build to the right steps only, and pass its variables unchanged', async () => {
    const pod = await podOf('buildpacks');
    expect(secretsIn(pod)).to.deep.equal({ prepare: ['registry'], detect: ['database'], build: ['database'] });
    const args = ownArgs(pod.steps.get('prepare') ?? { name: '' });
    expect(args.slice(args.indexOf('--'))).to.deep.equal(['--', ...VARIABLES]);
    expect(args).to.include.members(['-builder=', '-builder=r.example/builder:1', '-run-image=', '-tags=']);
    expect(args).to.include(`-source=/var/build-source`);
    expect(args).to.include.members(['-account-credentials=/tekton/creds/.docker', '-bindings=/platform/bindings']);
    for (const [name, container] of pod.steps) {
      expect(textOf(container), name).not.to.match(/\$\((?:params|workspaces|step|credentials)\./);
    }
    expect(textOf(pod.steps.get('analyze'))).to.contain('"image":"r.example/builder:1"');
    expect(ownArgs(pod.steps.get('export') ?? { name: '' }).at(-1)).to.equal('$(steps.prepare.results.tags[*])');
    expect(pod.steps.get('restore')?.env).to.deep.include({ name: 'CNB_CACHE_DIR' });
    expect(pod.steps.get('prepare')?.env).to.deep.include({ name: 'SSL_CERT_DIR' });
  });

  it("resolve Tekton's variables in environment variables, as README documents", async () => {
    const args = ownArgs((await podOf('buildpacks', 'replaced', withVariables(REPLACED))).steps.get('prepare') ?? NONE);
    expect(args.slice(args.indexOf('--') + 1)).to.deep.equal(Object.values(REPLACED));
  });

  it('are rejected with a variable that references an unknown parameter', async () => {
    const taskRun = await start('buildpacks', 'refused', withVariables({ 'A=$(params.UNKNOWN)': '' }));
    const message = await until('an end', async () => endOf(taskRun));
    expect(message).to.contain('non-existent variable').and.to.contain('$(params.UNKNOWN)');
  });

  it('are rejected with workspaces on several claims, and accepted with several workspaces on one claim', async () => {
    const { steps } = await podOf('buildpacks', 'one-claim', onClaims('one', 'one'));
    expect(ownArgs(steps.get('prepare') ?? NONE)).to.include('-bindings=');
    const taskRun = await start('buildpacks', 'two-claims', onClaims('one', 'two'));
    expect(await until('an end', async () => endOf(taskRun))).to.contain(
      'more than one PersistentVolumeClaim is bound',
    );
  });

  it('expose Secrets of a rebase to prepare only', async () => {
    expect(secretsIn(await podOf('buildpacks-rebase'))).to.deep.equal({ prepare: ['registry'] });
  });

  it('expose the credentials of a source', async () => {
    const pod = await podOf('buildpacks-source');
    expect(secretsIn(pod)).to.deep.equal({ prepare: ['registry'] });
    const args = ownArgs(pod.steps.get('prepare') ?? { name: '' });
    expect(args).to.include.members(['-git-credentials=/var/build-secrets/basic-auth', '-git-credentials=']);
  });
});
