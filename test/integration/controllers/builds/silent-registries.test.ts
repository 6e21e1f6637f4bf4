import { expect } from 'chai';
import { withLookupTimeout } from '../../../../src/controller/registry-access/lookup-timeout.ts';
import { SYSTEM_CLOCK } from '../../../../src/core/runtime/clock.ts';
import { succeeded } from './build-bed.ts';
import { buildSuite } from './build-suite.ts';
import { SOME_REGISTRY } from './some-registry.ts';

const NAMESPACE = 'silent-registries';

const SILENT = Array.from({ length: 8 }, (_, index) => `silent-${index}`);

const factsUnlessSilent: typeof SOME_REGISTRY.facts = async (image, account) =>
  image.startsWith('silent') ? new Promise(() => undefined) : SOME_REGISTRY.facts(image, account);

describe('Builds whose registries accept connections and never answer', () => {
  const { bed } = buildSuite({
    namespace: NAMESPACE,
    settings: { backend: 'native' },
    registry: withLookupTimeout(
      {
        facts: async (image) => factsUnlessSilent(image, { namespace: NAMESPACE, serviceAccount: 'builder' }),
        labels: async () => new Map<string, string>(),
        digest: async () => '',
      },
      SYSTEM_CLOCK,
    ),
  });

  it('do not delay other Builds, explain why they wait, and can be cancelled', async () => {
    for (const name of SILENT) await bed().create(name, { builder: { image: `${name}.example.com/builder` } });
    await bed().reaches('silent-0', 'is taken on', ({ backend }) => backend !== undefined);
    await bed().create('good');
    const { podName } = await bed().reaches('good', 'has a Pod', (status) => status.podName !== undefined);
    expect(podName).to.equal('good-build-pod');
    for (const name of SILENT) {
      const waits = await bed().reaches(name, 'says why', (status) => succeeded(status)?.reason === 'Retrying');
      expect(succeeded(waits)?.message).to.contain(`the registry of ${name}.example.com/builder has not answered`);
      await bed().annotate(name, { 'taskpack.dev/cancel': 'true' });
      expect(succeeded(await bed().end(name))).to.include({ reason: 'Cancelled' });
    }
  });
});
