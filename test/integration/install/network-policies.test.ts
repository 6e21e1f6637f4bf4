import { expect } from 'chai';
import path from 'node:path';
import { CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { ROOT } from '../../support/command.ts';
import { installed } from '../../support/manifests.ts';
import { kubectlOutput } from '../crds/kubectl.ts';

const FILES = ['controller', 'builds'].map((name) => `overlays/network-policies/${name}.yaml`);

/** A namespace of Builds. The policy for Builds names none. */
const TEAM = 'network-policies';

describe('the NetworkPolicies in config/overlays, applied to a real API server', function () {
  this.timeout(120_000);
  let cluster: Cluster;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    const namespaces = [TEAM, CONTROLLER_NAMESPACE].map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    }));
    await kubectlOutput(cluster, ['apply', '--server-side', '--force-conflicts', '-f', '-'], namespaces);
  });
  after(async () => {
    await kubectlOutput(cluster, ['delete', 'namespace', TEAM, '--wait=false']);
    for (const file of FILES) await kubectlOutput(cluster, ['delete', '--ignore-not-found', ...placed(file)]);
  });

  for (const file of FILES) {
    const [policy] = installed(file);
    it(`are stored as they are written: ${file}`, async () => {
      expect(policy).to.not.equal(undefined);
      await kubectlOutput(cluster, ['apply', '--server-side', ...placed(file)]);
      const stored: unknown = JSON.parse(await kubectlOutput(cluster, ['get', '-o', 'json', ...placed(file)]));
      expect(stored).to.have.property('kind', 'NetworkPolicy');
      expect(stored).to.have.deep.property('spec', withoutEmptyLists(policy?.['spec']));
    });
  }
});

/** The API server stores no empty list. Without rules, a policy of the type `Ingress` admits nothing. */
function withoutEmptyLists(spec: unknown): object {
  return Object.fromEntries(Object.entries(Object(spec)).filter(([, value]) => !isEmptyList(value)));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Returns the arguments for a file. The policy of the controller has a namespace of its own. */
function placed(file: string): readonly string[] {
  const place = ['-f', path.join(ROOT, 'config', file)];
  return file.endsWith('builds.yaml') ? ['-n', TEAM, ...place] : place;
}
