import { buildCommand } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { asYaml, placedUniverse } from '../builders/pushed-universe.ts';
import { universeFacts } from '../builders/universe-facts.ts';
import { testClients } from '../registry/client-fixture.ts';
import { commandAlias } from './command-reader.ts';

describe('a reader resolves and publishes a builder', () => {
  const universe = placedUniverse();
  const clients = testClients();
  before(function () {
    this.timeout(300_000);
    buildCommand();
  });

  describePage('docs/how-to/publish-a-builder.md', {
    reader: () => ({
      values: {
        'registry.example.com/buildpacks': `${universe().registry.address}/universe`,
        'registry.example.com': universe().registry.address,
      },
      env: {},
      prelude: commandAlias(),
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
