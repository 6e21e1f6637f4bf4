import { expect } from 'chai';
import { installed } from '../../support/manifests.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { complaintOf, kpackCluster, kpackPath } from './kpack-cluster.ts';
import { kubectl } from './kubectl.ts';
import { LEAST, withField } from './objects.ts';

/** The user that the policy allows, with all rights. */
const AS_CONTROLLER = ['--as=system:serviceaccount:taskpack:controller', '--as-group=system:masters'];

const POLICIES = installed('310-deprecated-fields.yaml');
const BINDINGS = [{ name: 'legacy', metadataRef: { name: 'metadata' } }];
const NOTARY = { v1: { url: 'https://notary.example', secretRef: { name: 'notary' } } };

const CASES = [
  [
    withField('Build', 'cnbBindings', BINDINGS),
    'spec.cnbBindings: use of this field has been deprecated in v1alpha2, please use services',
  ],
  [
    withField('Image', 'build.cnbBindings', BINDINGS),
    'spec.build.cnbBindings: use of this field has been deprecated in v1alpha2, please use services',
  ],
  [
    withField('Build', 'notary', NOTARY),
    'spec.notary: use of this field has been deprecated in v1alpha2, please use cosign',
  ],
  [
    withField('Image', 'notary', NOTARY),
    'spec.notary: use of this field has been deprecated in v1alpha2, please use cosign',
  ],
] as const;

describe('fields that only the controller may write, on a real API server', () => {
  let cluster: Cluster;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    for (const policy of POLICIES) await cluster.client.send('POST', policyPath(policy), policy);
    const [[refused]] = CASES;
    await until('the policy is in force', async () => ((await complaint(refused)) === undefined ? undefined : true));
  });

  after(async () => {
    for (const policy of POLICIES) await cluster.client.send('DELETE', `${policyPath(policy)}/${policy.metadata.name}`);
    // The API server activates the policy with a delay.
    const [[refused]] = CASES;
    await until('the policy is gone', async () => ((await complaint(refused)) === undefined ? true : undefined));
  });

  for (const [object, says] of CASES) {
    it(`are rejected from other users, accepted from the controller, and kept in updates: ${object.kind} ${says}`, async () => {
      expect(await complaint(object)).to.include(says);
      const { stderr } = await kubectl(cluster, ['create', '-f', '-', ...AS_CONTROLLER], [object]);
      expect(stderr).to.equal('');
      const labels = { metadata: { labels: { team: 'web' } } };
      const patched = cluster.client.send('PATCH', kpackPath(object), labels, 'application/merge-patch+json');
      expect(await complaintOf(patched)).to.equal(undefined);
      await cluster.client.send('DELETE', kpackPath(object));
    });
  }

  for (const kind of ['Build', 'Image'] as const) {
    it(`do not affect a ${kind} without these fields`, async () => {
      expect(await complaint(withField(kind, 'defaultProcess', 'web'))).to.equal(undefined);
    });
  }

  it('allow an architecture in a node selector, with a warning to all users except the controller', async () => {
    const selector = { 'kubernetes.io/arch': 'arm64' };
    const build = withField('Build', 'nodeSelector', selector);
    for (const [object, field] of [
      [build, 'spec.nodeSelector'],
      [withField('Image', 'build.nodeSelector', selector), 'spec.build.nodeSelector'],
    ] as const) {
      const { stdout, stderr } = await kubectl(cluster, ['create', '--dry-run=server', '-f', '-'], [object]);
      expect(stdout).to.include('created');
      expect(stderr).to.include(`${field}: kpack 0.18 refuses the key kubernetes.io/arch, because the builder image`);
    }
    const own = await kubectl(cluster, ['create', '--dry-run=server', '-f', '-', ...AS_CONTROLLER], [build]);
    expect(own.stderr).to.equal('');
  });

  for (const [kind, annotation] of [
    ['Image', 'kpack.io/services'],
    ['ClusterStore', 'kpack.io/clusterStoreServiceAccountRef'],
    ['ClusterStack', 'kpack.io/clusterStackServiceAccountRef'],
  ] as const) {
    it(`are not lost in the annotation ${annotation} of a ${kind} in v1alpha1`, async () => {
      const least = LEAST[kind] as KubernetesObject;
      const object = { ...least, metadata: { ...least.metadata, annotations: { [annotation]: '[]', other: '' } } };
      expect(await complaint({ ...object, apiVersion: 'kpack.io/v1alpha1' })).to.include(
        `metadata.annotations: kpack.io/v1alpha2 has a field for ${annotation}, and taskpack stores v1alpha2. Convert the file`,
      );
      expect(await complaint({ ...least, apiVersion: 'kpack.io/v1alpha1' })).to.equal(undefined);
      expect(await complaint(object)).to.equal(undefined);
    });
  }

  async function complaint(object: KubernetesObject): Promise<string | undefined> {
    const collection = kpackPath({ ...object, metadata: {} });
    return complaintOf(cluster.client.send('POST', `${collection}?dryRun=All`, object));
  }
});

function policyPath({ kind }: KubernetesObject): string {
  const plural = kind === 'ValidatingAdmissionPolicy' ? 'validatingadmissionpolicies' : `${kind.toLowerCase()}s`;
  return `/apis/admissionregistration.k8s.io/v1/${plural}`;
}
