import { expect } from 'chai';
import { succeeded, type TestStatus } from './build-bed.ts';
import { buildSuite } from './build-suite.ts';
import { ended } from './pod-node.ts';
import { SECRET } from './running-builds.ts';

const NAMESPACE = 'env-from-secrets';
const VALUE_FROM = { secretKeyRef: { name: 'application', key: 'DATABASE_URI' } };
const SPEC = { env: [{ name: 'DATABASE_URI', valueFrom: VALUE_FROM }] };

describe('Builds whose environment names a Secret', () => {
  const { bed, node, cluster } = buildSuite({
    namespace: NAMESPACE,
    settings: { backend: 'native', envFromSecrets: 'labeled' },
  });

  it('are refused in a namespace without the label', async () => {
    await bed().create('early', SPEC);
    const { failure, podName } = await bed().end('early');
    expect(failure).to.include({ reason: 'BuildRefused' });
    expect(failure?.message).to.include('secretKeyRef is not supported');
    expect(podName).to.equal(undefined);
  });

  describe('in a namespace with the label', () => {
    before(async () => {
      const labels = { 'taskpack.dev/env-from-secrets': 'true' };
      await cluster().client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels } });
    });

    it('wait for the Secret, get a Pod with its key, and show no value in the status', async () => {
      await bed().create('allowed', SPEC);
      await bed().reaches('allowed', 'waits for the Secret', waitsForSecret);
      await cluster().client.apply({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'application', namespace: NAMESPACE },
        stringData: { DATABASE_URI: SECRET, OTHER: 'not mounted' },
      });
      const its = await node('allowed');
      const pod = await its.pod();
      expect(JSON.stringify(pod)).not.to.include(SECRET).and.not.to.include('OTHER');
      const mounts = [...(pod.spec.initContainers ?? []), ...pod.spec.containers].filter((container) =>
        JSON.stringify(container).includes('env-secret-volume-0'),
      );
      expect(mounts.map(({ name }) => name)).to.deep.equal(['prepare']);
      await its.accept();
      await its.set({ prepare: ended(1, { message: `the URI is ${SECRET}` }) }, { phase: 'Failed' });
      const status = await bed().end('allowed');
      expect(status.failure?.message).to.include('the URI is ***');
      expect(JSON.stringify(status)).not.to.include(SECRET);
    });

    it('are refused if a ServiceAccount lists the Secret', async () => {
      const valueFrom = { secretKeyRef: { name: 'git', key: 'password' } };
      await bed().create('thief', { env: [{ name: 'STOLEN', valueFrom }] });
      const { failure, podName } = await bed().end('thief');
      expect(failure?.message).to.include('variable "STOLEN" uses forbidden secret "git"');
      expect(podName).to.equal(undefined);
    });
  });
});

function waitsForSecret(status: TestStatus): boolean {
  return succeeded(status)?.message?.includes('secrets "application" not found') === true;
}
