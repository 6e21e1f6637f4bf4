import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { buildCommand } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { asYaml, placedUniverse } from '../builders/pushed-universe.ts';
import { universeFacts } from '../builders/universe-facts.ts';
import { testClients } from '../registry/client-fixture.ts';
import { commandAlias } from './command-reader.ts';

describe('a reader resolves and publishes a builder', () => {
  const universe = placedUniverse();
  const clients = testClients();
  let cosign = '';
  before(async function () {
    // The first run builds cosign.
    this.timeout(1_800_000);
    buildCommand();
    ({ cosign } = await ensurePrograms(['cosign'], console.error));
  });

  describePage('docs/how-to/publish-a-builder.md', {
    reader: () => ({
      values: {
        'registry.example.com/buildpacks': `${universe().registry.address}/universe`,
        'registry.example.com': universe().registry.address,
      },
      env: { COSIGN_PASSWORD: 'open sesame' },
      prelude: `${commandAlias()}\nalias cosign='"${cosign}"'`,
    }),
    before: {
      'Resolve and publish a builder': async (directory) => {
        const { documents, registry } = universe();
        const { good } = documents.builders;
        const order = [{ group: [{ id: 'test/hello' }, { kind: 'ClusterBuildpack' as const, name: 'meta' }] }];
        const tag = `${registry.address}/builders/good:1`;
        directory.write({
          'builders/buildpacks.yaml': asYaml(documents.parts),
          'builders/facts.yaml': asYaml(await universeFacts(clients.make(), documents)),
          'builders/good.yaml': asYaml([{ ...good, spec: { ...good.spec, tag, order } }]),
        });
      },
    },
    varies: [/sha256:[0-9a-f]{12,64}/g],
  });
});
