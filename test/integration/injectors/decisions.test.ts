import { expect } from 'chai';
import type { Cluster } from '../../cluster/cluster.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { startMeshNamespaces, type MeshNamespaces } from './mesh-namespaces.ts';

const ISTIO = 'sidecar.istio.io/inject';
const LINKERD = 'linkerd.io/inject';

/** The labels and annotations of a Pod, and whether the Pod gets a proxy in a namespace with injection. */
const CASES = [
  ['istio-classic', {}, {}, true],
  ['istio-classic', { [ISTIO]: 'false' }, {}, false],
  ['istio-classic', {}, { [ISTIO]: 'false' }, false],
  ['istio-classic', { [ISTIO]: 'true' }, { [ISTIO]: 'false' }, true],
  ['istio-classic', { [ISTIO]: 'false' }, { [ISTIO]: 'true' }, false],
  ['istio-classic', {}, { [LINKERD]: 'disabled' }, true],
  ['linkerd-classic', {}, {}, true],
  ['linkerd-classic', {}, { [LINKERD]: 'disabled' }, false],
  ['linkerd-classic', { [LINKERD]: 'disabled' }, {}, true],
  ['linkerd-classic', { [ISTIO]: 'false' }, { [ISTIO]: 'false' }, true],
  ['linkerd-classic', {}, { [LINKERD]: 'no' }, false],
  ['stubborn', { [ISTIO]: 'false' }, { [ISTIO]: 'false', [LINKERD]: 'disabled' }, true],
] as const;

describe('the decision of an injector', function () {
  let cluster: Cluster;
  let namespaces: MeshNamespaces;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    namespaces = await startMeshNamespaces(cluster, 'decisions', []);
  });

  after(() => namespaces.stop());

  for (const [variant, labels, annotations, isInjected] of CASES) {
    const marks = `labels ${JSON.stringify(labels)} and annotations ${JSON.stringify(annotations)}`;
    it(`${variant} ${isInjected ? 'injects' : 'does not inject'} a proxy into a Pod with ${marks}`, async () => {
      const securityContext = {
        runAsNonRoot: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        seccompProfile: { type: 'RuntimeDefault' },
      };
      const path = `/api/v1/namespaces/${namespaces.of(variant)}/pods?dryRun=All`;
      const pod = (await cluster.client.send('POST', path, {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'pod', labels, annotations },
        spec: { containers: [{ name: 'app', image: 'app', securityContext }] },
      })) as { readonly spec: { readonly containers: readonly unknown[] } };
      expect(pod.spec.containers).to.have.length(isInjected ? 2 : 1);
    });
  }
});
