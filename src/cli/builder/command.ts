import type { Command } from 'commander';
import { addRegistryOptions, REGISTRY_HELP } from '../registry/options.ts';
import type { Terminal } from '../terminal.ts';
import type { BuilderFlags } from './flags.ts';
import { addBuilderOptions } from './options.ts';
import type { PublishFlags } from './publish-flags.ts';

const GROUP_HELP = `
Examples:
  taskpack builder digest -f builders/
  taskpack builder publish -f builders/ --builder base`;

const DIGEST_HELP = `
No registry is asked: all that the digest depends on is in the statuses of the input's objects, or in ImageFacts.

Examples:
  taskpack builder digest -f builders/
  taskpack builder digest -f builders/ --builder ClusterBuilder/base`;

const PUBLISH_HELP = `
Layers that the registry has are neither sent nor fetched. Where a status says less than the image depends on, and there
are no ImageFacts, registries are asked for it.
${REGISTRY_HELP}

Examples:
  taskpack builder publish -f builders/ --builder base`;

/** `taskpack builder digest` and `taskpack builder publish` */
export function addBuilder(program: Command, terminal: Terminal): void {
  const group = program
    .command('builder')
    .description('make the images of Builders and ClusterBuilders')
    .helpCommand(false)
    .addHelpText('after', GROUP_HELP);
  addBuilderOptions(group.command('digest').description('print the digest that a builder image has or will have'))
    .addHelpText('after', DIGEST_HELP)
    .action(async (flags: BuilderFlags) => {
      const { interpretSchemas } = await import('../interpret-schemas.ts');
      interpretSchemas();
      const { runDigest } = await import('./run-digest.ts');
      await runDigest(flags, terminal);
    });
  const publish = group.command('publish').description('push a builder image to its tag and print its reference');
  addRegistryOptions(addBuilderOptions(publish))
    .addHelpText('after', PUBLISH_HELP)
    .action(async (flags: PublishFlags) => {
      const { interpretSchemas } = await import('../interpret-schemas.ts');
      interpretSchemas();
      const { runPublish } = await import('./run-publish.ts');
      await runPublish(flags, terminal);
    });
}
