import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cluster } from '../../cluster/cluster.ts';
import { awaitCommand, buildCommand, ROOT, type Outcome } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { namespaceUser, type NamespaceUser } from '../actions/namespace-user.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { kubectlOutput } from '../crds/kubectl.ts';

const NAMESPACE = 'diff';

interface Workload {
  readonly to: 'pod' | 'taskrun';
  /** The workload as messages name it. */
  readonly name: string;
  /** The name of the workload in the headings of the diff. */
  readonly file: string;
}

describe('taskpack diff with an API server', () => {
  const workspace = makeWorkspace();
  let cluster: Cluster;
  let user: NamespaceUser;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    user = await namespaceUser(cluster, NAMESPACE, 'differ', [
      {
        apiGroups: [''],
        resources: ['pods', 'serviceaccounts', 'secrets', 'configmaps'],
        verbs: ['get', 'create', 'patch'],
      },
      { apiGroups: ['tekton.dev'], resources: ['taskruns'], verbs: ['get', 'create', 'patch'] },
    ]);
    const build = readFileSync(path.join(ROOT, 'config/samples/build.yaml'), 'utf8');
    workspace.write({
      'old.yaml': build,
      'new.yaml': build.replace('samples/java\n', 'samples/other\n'),
      'facts.yaml': readFileSync(path.join(ROOT, 'config/samples/facts.yaml')),
    });
  });
  after(() => {
    user?.remove();
    workspace.remove();
  });

  it('shows a new Pod, nothing after an apply, and the change of a Pod that cannot be changed', async () => {
    await showsEachState({ to: 'pod', name: 'pod/sample-build-pod', file: 'v1.Pod.diff.sample-build-pod' });
  });

  it('shows the same of a TaskRun, with the defaults of Tekton', async () => {
    // The ServiceAccount of the Pod's case would hide the new one.
    await kubectlOutput(cluster, ['delete', 'serviceaccount', 'builds-taskpack', '-n', NAMESPACE]);
    await showsEachState({
      to: 'taskrun',
      name: 'taskrun/sample-build',
      file: 'tekton.dev.v1.TaskRun.diff.sample-build',
    });
  });

  /** Compares before an apply, after the apply, and with another source. */
  async function showsEachState({ to, name, file }: Workload): Promise<void> {
    const added = await diff('old.yaml', to);
    // Tekton's webhook does not look for the ServiceAccount, as the API server does for a Pod.
    const note = `note: ${name} is shown without the defaults of the API server, which wants the other new objects to exist first\n`;
    expect([added.status, added.stderr]).to.deep.equal([1, to === 'pod' ? note : '']);
    expect(added.stdout).to.include(`--- /dev/null\n+++ MERGED/${file}\n`);
    expect(added.stdout).to.include('+++ MERGED/v1.ServiceAccount.diff.builds-taskpack\n');

    const { stdout: manifests } = await taskpack('translate', 'old.yaml', to);
    workspace.write({ 'printed.yaml': manifests });
    await kubectlOutput(cluster, ['apply', '--server-side', '-f', path.join(workspace.path, 'printed.yaml')]);
    if (to === 'pod') await bind('sample-build-pod');
    expect(await diff('old.yaml', to)).to.deep.equal({ status: 0, stdout: '', stderr: '' });

    const changed = await diff('new.yaml', to);
    const kind = to === 'pod' ? 'Pod' : 'TaskRun';
    expect([changed.status, changed.stderr]).to.deep.equal([
      1,
      `note: ${name} cannot be changed: to apply the new ${kind}, delete the old one first\n`,
    ]);
    const lines = changed.stdout.split('\n').filter((line) => /^[-+] /.test(line));
    expect(
      lines.every((line) => line.includes('samples/other') || line.includes('samples/java')),
      changed.stdout,
    ).to.equal(true);
    expect(lines.length).to.be.at.least(2);
    // A dry run writes nothing.
    expect(await diff('old.yaml', to)).to.deep.equal({ status: 0, stdout: '', stderr: '' });
  }

  /** Gives a Pod a node, as the scheduler does. */
  async function bind(name: string): Promise<void> {
    const target = { apiVersion: 'v1', kind: 'Node', name: 'node-1' };
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name, namespace: NAMESPACE }, target };
    await cluster.client.send('POST', `/api/v1/namespaces/${NAMESPACE}/pods/${name}/binding`, binding);
  }

  async function taskpack(
    command: string,
    file: string,
    to: Workload['to'],
    ...args: readonly string[]
  ): Promise<Outcome> {
    const files = ['-f', file, '-f', 'facts.yaml', '--offline', '--to', to, '-n', NAMESPACE];
    return awaitCommand([command, ...files, ...args], { cwd: workspace.path });
  }

  async function diff(file: string, to: Workload['to']): Promise<Outcome> {
    return taskpack('diff', file, to, '--kubeconfig', user.kubeconfig);
  }

  it('exits with 2 if the user may not read the objects, or the cluster lacks the workload', async () => {
    const command = 'diff -f old.yaml -f facts.yaml --offline --to pod -n default';
    const forbidden = await awaitCommand([...command.split(' '), '--kubeconfig', user.kubeconfig], {
      cwd: workspace.path,
    });
    expect([forbidden.status, forbidden.stdout]).to.deep.equal([2, '']);
    expect(forbidden.stderr).to.match(
      /^error: get \S+ default\/\S+: the API server denies the request .*kubectl auth can-i get /,
    );
  });
});
