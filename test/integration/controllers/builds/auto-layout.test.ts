import { expect } from 'chai';
import { injectedSuite } from './injected-suite.ts';

describe('Builds as Pods whose layout depends on injected containers', () => {
  const gates = {
    'istio-classic': 'closed',
    'istio-native': 'open',
  } as const;
  for (const [variant, gate] of Object.entries(gates) as [keyof typeof gates, string][]) {
    describe(variant, () => {
      const { bed, builds, node } = injectedSuite(variant, {
        namespace: `auto-${variant}`,
        settings: { backend: 'native', injectedSidecars: 'auto' },
      });

      it(`have a gate that is ${gate}`, async () => {
        await bed().create('first');
        const its = await node('first');
        await bed().reaches('first', 'has a Pod', ({ podName }) => podName !== undefined);
        const { spec, metadata } = await its.pod();
        expect(spec.containers.map(({ name }) => name)).to.include('prepare');
        const hasGate = spec.volumes.some(({ name }) => name === 'downward-api-dir');
        expect(hasGate ? 'closed' : 'open').to.equal(gate);
        expect(metadata.annotations ?? {}).not.to.have.property('build.kpack.io/ready');
        expect(builds().failures).to.deep.equal([]);
        await bed().delete('first');
      });
    });
  }
});
