import { expect } from 'chai';
import type { Cluster } from '../../cluster/cluster.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { inNamespace } from '../cluster/apply.ts';
import { BACKENDS, storedPod, translatedBuild } from './identity-subject.ts';

const NAMESPACE = 'late-secret';

/** prepare fails if this directory has entries (test/unit/steps/prepare/exposed-secrets.test.ts). */
const SHOWN = '/tekton/creds-secrets/late';

describe('a Secret that the account of a TaskRun gets after the check', function () {
  this.timeout(1_800_000);
  let cluster: Cluster;

  before(async () => {
    cluster = await sharedCluster();
    await cluster.client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    const metadata = { name: 'late', namespace: NAMESPACE };
    const data = { '.dockerconfigjson': Buffer.from('{"auths":{}}').toString('base64') };
    await cluster.client.put({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'kubernetes.io/dockerconfigjson',
      metadata,
      data,
    });
  });

  it('is mounted into the step prepare, which runs before all buildpacks and refuses it', async () => {
    const objects = translatedBuild(BACKENDS.taskrun).map((object) =>
      object.kind === 'ServiceAccount' ? { ...inNamespace(object, NAMESPACE), secrets: [{ name: 'late' }] } : object,
    );
    const pod = await storedPod(cluster, objects, { namespace: NAMESPACE, name: 'late' });
    const { containers } = pod['spec'] as { readonly containers: readonly Step[] };
    const [first] = containers;
    expect(first?.name).to.equal('step-prepare');
    expect(first?.volumeMounts?.map(({ mountPath }) => mountPath)).to.include(SHOWN);
  });
});

interface Step {
  readonly name: string;
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
}
