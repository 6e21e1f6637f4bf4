import { expect } from 'chai';
import { DEPLOYMENT, NAMESPACE } from '../../../src/install/manifest.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { buildCommand, runCommand } from '../../support/command.ts';
import { kubectl, type Printed } from '../crds/kubectl.ts';
import { applyAll, removeInstallation } from './installed-cluster.ts';

describe('the manifests in config, applied in order to a real API server', function () {
  this.timeout(120_000);
  let cluster: Cluster;
  let first: readonly Printed[];

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await sharedCluster();
    first = await applyAll(cluster);
  });
  after(async () => removeInstallation(cluster));

  it('are accepted', () => {
    for (const { code, stderr } of first) expect([code, withoutHints(stderr)]).to.deep.equal([0, '']);
  });

  it('do not change if they are applied again as the README describes', async () => {
    const again = await kubectl(cluster, ['apply', '-f', 'config/300-crds', '-f', 'config/']);
    expect(again.code).to.equal(0);
    const lines = again.stdout.trim().split('\n');
    for (const line of lines) expect(line).to.match(/ unchanged$/);
    expect(lines).to.have.length(first.flatMap(({ stdout }) => stdout.trim().split('\n')).length);
  });

  for (const format of ['yaml', 'json']) {
    it(`equal the output of taskpack install -o ${format}`, async () => {
      const { status, stdout } = runCommand(['install', '-o', format]);
      expect(status).to.equal(0);
      const { code, stdout: said } = await kubectl(cluster, ['apply', '-f', '-'], stdout);
      expect(code).to.equal(0);
      for (const line of said.trim().split('\n')) expect(line).to.match(/ unchanged$/);
      const objects = first.flatMap((printed) => printed.stdout.trim().split('\n'));
      expect(said.trim().split('\n')).to.have.length(objects.length);
    });
  }

  for (const [args, kept] of [
    [[], /^customresourcedefinition/],
    [['--with-definitions'], /^$/],
  ] as const) {
    it(`are what kubectl deletes after taskpack uninstall ${args.join(' ')}`, async () => {
      const { status, stdout } = runCommand(['uninstall', ...args]);
      expect(status).to.equal(0);
      const { code, stdout: said } = await kubectl(cluster, ['delete', '--dry-run=server', '-f', '-'], stdout);
      expect(code).to.equal(0);
      const created = first.flatMap((printed) => printed.stdout.trim().split('\n')).map((line) => line.split(' ')[0]);
      expect(said.trim().split('\n').map(deletedObject)).to.have.members(
        created.filter((object = '') => !kept.test(object)),
      );
    });
  }

  it('create Pods that a restricted namespace admits', async () => {
    const pods = await until('two pods', async () => {
      const found = await cluster.client.list('v1', 'Pod', NAMESPACE);
      return found.length === 2 ? found : undefined;
    });
    const [{ spec } = {}] = pods as readonly (KubernetesObject & {
      readonly spec?: Readonly<Record<string, unknown>>;
    })[];
    expect(spec).to.include({ serviceAccountName: 'controller', priority: 10_000, terminationGracePeriodSeconds: 45 });
    const deployment = await kubectl(cluster, ['-n', NAMESPACE, 'get', 'deployment', DEPLOYMENT, '-o', 'json']);
    expect(deployment.stdout).to.not.include('ReplicaFailure');
  });
});

/** Returns `KIND.GROUP/NAME` of a line such as `deployment.apps "controller" deleted from taskpack namespace (server dry run)`. */
function deletedObject(line: string): string {
  return line.replace(/^(\S+) "(.*?)" .*$/, '$1/$2');
}

/**
 * Drops kubectl's warning about an object that another test has created on the same server without apply. API servers before 1.35
 * also warn about the format of Go's int64 in definitions.
 */
function withoutHints(stderr: string): string {
  return stderr.replaceAll(
    /^Warning: (?:resource .* is missing the kubectl\.kubernetes\.io\/last-applied-configuration annotation.*|unrecognized format "int64")\n/gm,
    '',
  );
}
