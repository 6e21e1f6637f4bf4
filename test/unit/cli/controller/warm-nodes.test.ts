import { expect } from 'chai';
import { warmNodesNamespace } from '../../../../src/cli/controller/warm-nodes.ts';

const ON = { warmNodes: { nodeSelector: {}, taints: [] } };

const CASES = {
  "the kubeconfig's namespace": [{}, ON, 'own', []],
  'the namespace of the Lease': [{}, { ...ON, leaseNamespace: 'leases' }, 'leases', []],
  'no namespace for a controller of one namespace, which warns': [
    { namespace: 'team' },
    ON,
    undefined,
    ['WARM_NODES has no effect with --namespace'],
  ],
  'no namespace for a controller of one namespace without the setting': [{ namespace: 'team' }, {}, undefined, []],
} as const;

describe('warmNodesNamespace', () => {
  for (const [what, [flags, settings, expected, warnings]] of Object.entries(CASES)) {
    it(`returns ${what}`, () => {
      const warned: string[] = [];
      const telemetry = { log: { warn: (message: string) => void warned.push(message) } };
      expect(warmNodesNamespace({ flags, settings, telemetry }, { namespace: 'own' })).to.equal(expected);
      expect(warned).to.deep.equal(warnings);
    });
  }
});
