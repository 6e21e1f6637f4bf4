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

  async function taskpack(command: string, file: string, ...args: readonly string[]): Promise<Outcome> {
    const files = ['-f', file, '-f', 'facts.yaml', '--offline', '--to', 'pod', '-n', NAMESPACE];
    return awaitCommand([command, ...files, ...args], { cwd: workspace.path });
  }

  async function diff(file: string): Promise<Outcome> {
    return taskpack('diff', file, '--kubeconfig', user.kubeconfig);
  }

  it('shows new objects, nothing after an apply, and the change of a Pod that cannot be changed', async () => {
    const added = await diff('old.yaml');
    expect([added.status, added.stderr]).to.deep.equal([
      1,
      'note: pod/sample-build-pod is shown without the defaults of the API server, which wants the other new objects to exist first\n',
    ]);
    expect(added.stdout).to.include('--- /dev/null\n+++ MERGED/v1.Pod.diff.sample-build-pod\n');
    expect(added.stdout).to.include('+++ MERGED/v1.ServiceAccount.diff.builds-taskpack\n');

    const { stdout: manifests } = await taskpack('translate', 'old.yaml');
    workspace.write({ 'printed.yaml': manifests });
    await kubectlOutput(cluster, ['apply', '--server-side', '-f', path.join(workspace.path, 'printed.yaml')]);
    expect(await diff('old.yaml')).to.deep.equal({ status: 0, stdout: '', stderr: '' });

    const changed = await diff('new.yaml');
    expect([changed.status, changed.stderr]).to.deep.equal([
      1,
      'note: pod/sample-build-pod cannot be changed: to apply the new Pod, delete the old one first\n',
    ]);
    const lines = changed.stdout.split('\n').filter((line) => /^[-+] /.test(line));
    expect(
      lines.every((line) => line.includes('samples/other') || line.includes('samples/java')),
      changed.stdout,
    ).to.equal(true);
    expect(lines.length).to.be.at.least(4);
    // A dry run writes nothing.
    expect(await diff('old.yaml')).to.deep.equal({ status: 0, stdout: '', stderr: '' });
  });

  it('exits with 2 if the user may not read the objects, or the cluster lacks the workload', async () => {
    const forbidden = await awaitCommand(
      [
        'diff',
        '-f',
        'old.yaml',
        '-f',
        'facts.yaml',
        '--offline',
        '--to',
        'pod',
        '-n',
        'default',
        '--kubeconfig',
        user.kubeconfig,
      ],
      { cwd: workspace.path },
    );
    expect([forbidden.status, forbidden.stdout]).to.deep.equal([2, '']);
    expect(forbidden.stderr).to.match(
      /^error: get \S+ default\/\S+: the API server denies the request .*kubectl auth can-i get /,
    );
  });
});
