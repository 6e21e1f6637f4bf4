import { Option, type Command } from 'commander';
import { addFileOptions } from '../file-options.ts';
import { REGISTRY_HELP, addRegistryOptions, indexPlatformOption, namespaceValue } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { PublishFlags } from './publish.ts';
import type { BuilderFlags } from './read-builders.ts';

const GROUP_HELP = `
Examples:
  taskpack builder digest -f builders/
  taskpack builder publish -f builders/ --builder base`;

const DIGEST_HELP = `
The command connects to no registry. The statuses of the input's objects, or ImageFacts, hold everything that the digest
depends on.

Examples:
  taskpack builder digest -f builders/
  taskpack builder digest -f builders/ --builder ClusterBuilder/base`;

const PUBLISH_HELP = `
Layers that the registry already has are neither sent nor fetched. If a status lacks facts that the image depends on and
the input has no ImageFacts, the command reads them from registries.

With --key, the command signs each builder as cosign does, also if the registry already has it. It reads these variables
of cosign: COSIGN_PASSWORD, COSIGN_REPOSITORY (another repository for the signatures) and COSIGN_DOCKER_MEDIA_TYPES.
SIGNATURE_FORMAT is the form of the signatures: both (default), bundles or tags.
${REGISTRY_HELP}

Examples:
  taskpack builder publish -f builders/ --builder base
  taskpack builder publish -f builders/ --key cosign.key`;

/** Adds `taskpack builder digest` and `taskpack builder publish`. */
export function addBuilder(program: Command, terminal: Terminal): void {
  const group = program
    .command('builder')
    .description('create the images of Builders and ClusterBuilders')
    .helpCommand(false)
    .addHelpText('after', GROUP_HELP);
  addBuilderOptions(group.command('digest').description('print the digest of a builder image, published or not'))
    .addHelpText('after', DIGEST_HELP)
    .action(async (flags: BuilderFlags) => (await import('./digest.ts')).runDigest(flags, terminal));
  const publish = group.command('publish').description('push a builder image to its tag and print its reference');
  publish.addOption(new Option('--key <path>', 'sign with this private key of "cosign generate-key-pair"'));
  addRegistryOptions(addBuilderOptions(publish))
    .addHelpText('after', PUBLISH_HELP)
    .action(async (flags: PublishFlags) => (await import('./publish.ts')).runPublish(flags, terminal));
}

/** Adds the options that select builders in files. */
export function addBuilderOptions(command: Command): Command {
  return addFileOptions(command)
    .addOption(
      new Option('-n, --namespace <name>', 'namespace of documents without a namespace').argParser(namespaceValue),
    )
    .addOption(new Option('--builder <name>', 'NAME or KIND/NAME of a Builder or ClusterBuilder (default: all)'))
    .addOption(indexPlatformOption());
}
