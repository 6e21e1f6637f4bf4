import { expect } from 'chai';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { installation } from '../../../src/install/installation.ts';
import { DEPLOYMENT, CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { buildCommand, ROOT, runCommand } from '../../support/command.ts';
import { installed } from '../../support/manifests.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { kubectl, type Printed } from '../crds/kubectl.ts';
import { applyAll, removeInstallation } from './installed-cluster.ts';

const CONFIG = path.join(ROOT, 'config');

/** Overlays, which are not applied here, have some of the objects. */
const IF_FOUND = ['--dry-run=server', '--ignore-not-found'];

/** A user's kustomization beside a copy of config/, as docs/how-to/install-the-controller.md describes it. */
const KUSTOMIZATION = `
resources: [config]
components: [config/overlays/high-availability, config/overlays/network-policies]
configurations: [config/kustomizeconfig.yaml]
images:
  - name: taskpack/steps
    newName: mirror.test/tp/steps
  - name: taskpack/entrypoint
    newName: mirror.test/tp/entrypoint
`;

describe('the manifests in config, applied in order to a real API server', function () {
  this.timeout(120_000);
  let cluster: Cluster;
  let first: readonly Printed[];
  const workspace = makeWorkspace();

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await sharedCluster();
    first = await applyAll(cluster);
  });
  after(async () => {
    workspace.remove();
    await removeInstallation(cluster);
  });

  it('are accepted', () => {
    for (const { code, stderr } of first) expect([code, withoutHints(stderr)]).to.deep.equal([0, '']);
  });

  it('do not change if kubectl applies them again as a kustomization', async () => {
    const again = await kubectl(cluster, ['apply', '-k', CONFIG]);
    expect([again.code, withoutHints(again.stderr)]).to.deep.equal([0, '']);
    const lines = again.stdout.trim().split('\n');
    for (const line of lines) expect(line).to.match(/ unchanged$/);
    expect(lines).to.have.length(first.flatMap(({ stdout }) => stdout.trim().split('\n')).length);
  });

  it('are an installation with own images and overlays in the kustomization of a user', async () => {
    workspace.write({ 'kustomization.yaml': KUSTOMIZATION });
    cpSync(CONFIG, path.join(workspace.path, 'config'), { recursive: true });
    const { code, stdout, stderr } = await kubectl(cluster, ['kustomize', workspace.path]);
    expect([code, stderr]).to.deep.equal([0, '']);
    const { documents } = parseYaml(stdout, 'kustomized');
    const wanted = [
      ...installation({ steps: 'mirror.test/tp/steps:0.1.0', entrypoint: 'mirror.test/tp/entrypoint:0.1.0' }),
      ...installed('overlays/high-availability'),
      ...installed('overlays/network-policies/controller.yaml'),
    ];
    expect(documents.map(({ value }) => value)).to.have.deep.members(wanted);
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
    [['--keep-namespace'], /^(?:customresourcedefinition|namespace)/],
  ] as const) {
    it(`are what kubectl deletes after taskpack uninstall ${args.join(' ')}`, async () => {
      const { status, stdout } = runCommand(['uninstall', ...args]);
      expect(status).to.equal(0);
      // Controllers of other tests on the cluster leave a Lease.
      await kubectl(cluster, ['delete', 'lease/taskpack-controller', '-n', 'taskpack', '--ignore-not-found']);
      const { code, stdout: said } = await kubectl(cluster, ['delete', ...IF_FOUND, '-f', '-'], stdout);
      expect(code).to.equal(0);
      const created = first.flatMap((printed) => printed.stdout.trim().split('\n')).map((line) => line.split(' ')[0]);
      expect(said.trim().split('\n').map(deletedObject)).to.have.members(
        created.filter((object = '') => !kept.test(object)),
      );
    });
  }

  it('are, except the definitions, what kubectl deletes by their label', async () => {
    const byLabel = ['-k', CONFIG, '-l', 'app.kubernetes.io/name=taskpack'];
    const { code, stdout: said } = await kubectl(cluster, ['delete', '--dry-run=server', ...byLabel]);
    expect(code).to.equal(0);
    const created = first.flatMap((printed) => printed.stdout.trim().split('\n')).map((line) => line.split(' ')[0]);
    expect(said.trim().split('\n').map(deletedObject)).to.have.members(
      created.filter((object = '') => !object.startsWith('customresourcedefinition')),
    );
  });

  it('create Pods that a restricted namespace admits', async () => {
    const pods = await until('two pods', async () => {
      const found = await cluster.client.list('v1', 'Pod', CONTROLLER_NAMESPACE);
      return found.length === 2 ? found : undefined;
    });
    const [{ spec } = {}] = pods as readonly (KubernetesObject & {
      readonly spec?: Readonly<Record<string, unknown>>;
    })[];
    expect(spec).to.include({ serviceAccountName: 'controller', priority: 10_000, terminationGracePeriodSeconds: 45 });
    const deployment = await kubectl(cluster, [
      '-n',
      CONTROLLER_NAMESPACE,
      'get',
      'deployment',
      DEPLOYMENT,
      '-o',
      'json',
    ]);
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
