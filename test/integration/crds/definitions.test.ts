import { expect } from 'chai';
import { CRDS, type Crd } from '../../cluster/custom-resources.ts';
import { installed } from '../../support/manifests.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { kpackCluster } from './kpack-cluster.ts';

/** The names in kpack's CRDs (kpack, config/*.yaml). */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  builds: ['cnbbuild', 'cnbbuilds', 'bld', 'blds'],
  images: ['cnbimage', 'cnbimages', 'img', 'imgs'],
  builders: ['bldr', 'bldrs'],
  clusterbuilders: ['clstbldr', 'clstbldrs'],
  buildpacks: ['bp', 'bps'],
  clusterbuildpacks: ['clstbp', 'clstbps'],
  clusterstores: [],
  clusterstacks: [],
  clusterlifecycles: [],
  sourceresolvers: [],
};

interface Discovered {
  readonly name: string;
  readonly namespaced: boolean;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

describe('the CustomResourceDefinitions on a real API server', () => {
  let cluster: Cluster;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
  });

  for (const crd of CRDS) {
    it(`${crd.metadata.name} is established, and its schemas are structural`, async () => {
      const found = (await cluster.client.get(crd)) as Crd;
      const conditions = (found.status?.conditions ?? []).map(({ type, status }) => `${type}: ${status}`);
      expect(conditions).to.have.members(['NamesAccepted: True', 'Established: True']);
    });
  }

  it("have kpack's names and category", async () => {
    const { resources } = (await cluster.client.send('GET', '/apis/kpack.io/v1alpha2')) as {
      readonly resources: readonly Discovered[];
    };
    const found = resources.filter(({ name }) => !name.includes('/'));
    expect(Object.fromEntries(found.map(({ name, shortNames = [] }) => [name, shortNames]))).to.deep.equal(SHORT_NAMES);
    for (const { name, namespaced, categories } of found) {
      expect(categories, name).to.deep.equal(['kpack']);
      expect(namespaced, name).to.equal(!name.startsWith('cluster'));
    }
  });

  it('are preferred in v1alpha2, as kp expects', async () => {
    const group = (await cluster.client.send('GET', '/apis/kpack.io')) as {
      readonly preferredVersion: { readonly version: string };
      readonly versions: readonly { readonly version: string }[];
    };
    expect(group.preferredVersion.version).to.equal('v1alpha2');
    expect(group.versions.map(({ version }) => version)).to.deep.equal(['v1alpha2', 'v1alpha1']);
  });

  for (const crd of installed('overlays/v1alpha3') as readonly Crd[]) {
    it(`${crd.metadata.name} is accepted with v1alpha3 too`, async () => {
      const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crd.metadata.name}`;
      const applied = (await cluster.client.send(
        'PATCH',
        `${path}?fieldManager=test-bed&force=true&dryRun=All`,
        crd,
        'application/apply-patch+yaml',
      )) as Crd;
      const served = CRDS.find(({ metadata }) => metadata.name === crd.metadata.name)?.spec.versions ?? [];
      expect(applied.spec.versions.map(({ name }) => name)).to.have.members([
        'v1alpha3',
        ...served.map(({ name }) => name),
      ]);
    });
  }
});
