import { expect } from 'chai';
import { crdManifests } from '../../../../../src/core/api/crds/manifests.ts';
import { lookup } from '../../../../../src/core/api/reading/lookup.ts';

describe('the CustomResourceDefinitions', () => {
  const manifests = crdManifests();

  it('are one per kind, and a second one with v1alpha3 for kinds of v1alpha3', () => {
    const usual = ['build', 'image', 'builder', 'clusterbuilder', 'buildpack', 'clusterbuildpack'];
    expect(Object.keys(manifests)).to.have.members([
      ...[...usual, 'clusterstore', 'clusterstack', 'clusterlifecycle', 'sourceresolver'].map(
        (kind) => `300-crds/${kind}.yaml`,
      ),
      ...usual.filter((kind) => kind !== 'image').map((kind) => `overlays/v1alpha3/${kind}.yaml`),
    ]);
  });

  it('store v1alpha2, and serve v1alpha3 in the overlay only', () => {
    for (const [file, manifest] of Object.entries(manifests)) {
      const versions = lookup(manifest, ['spec', 'versions']) as readonly { name: string; storage: boolean }[];
      const names = versions.map(({ name }) => name);
      expect(
        versions.filter(({ storage }) => storage).map(({ name }) => name),
        file,
      ).to.deep.equal(['v1alpha2']);
      expect(names.includes('v1alpha3'), file).to.equal(file.startsWith('overlays/'));
    }
  });

  for (const kind of ['builder', 'clusterbuilder']) {
    it(`reject the store of a ${kind} in v1alpha3 only`, () => {
      const manifest = manifests[`overlays/v1alpha3/${kind}.yaml`];
      const refusal = {
        rule: 'false',
        message: 'v1alpha3 has no spec.store; remove the field, or write v1alpha2',
        reason: 'FieldValueForbidden',
      };
      expect(rulesOfStore(manifest, 2)).to.deep.equal([refusal]);
      expect(rulesOfStore(manifest, 1)).not.to.deep.include(refusal);
    });
  }
});

function rulesOfStore(manifest: unknown, version: number): unknown {
  const spec = lookup(manifest, ['spec', 'versions', version, 'schema', 'openAPIV3Schema', 'properties', 'spec']);
  return lookup(spec, ['properties', 'store', 'x-kubernetes-validations']);
}
