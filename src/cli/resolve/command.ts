import { Option, type Command } from 'commander';
import { addBuilderOptions } from '../builder/options.ts';
import { addRegistryOptions, REGISTRY_HELP } from '../registry/options.ts';
import type { Terminal } from '../terminal.ts';
import type { ResolveFlags } from './flags.ts';

const HELP = `
Buildpacks come from the statuses of the input's Buildpacks, ClusterBuildpacks and ClusterStores, or from ImageFacts of
their images; registries are asked for what neither tells.
${REGISTRY_HELP}

Examples:
  taskpack resolve -f builders/
  taskpack resolve -f builders/ --builder Builder/java -o yaml`;

/** `taskpack resolve` */
export function addResolve(program: Command, terminal: Terminal): void {
  const command = program.command('resolve').description('show which buildpacks the orders of builders mean, and why');
  addRegistryOptions(addBuilderOptions(command))
    .addOption(new Option('--offline', 'ask no registry: facts of images come from the files alone'))
    .addOption(new Option('-o, --output <format>', 'how to print').choices(['table', 'yaml', 'json']).default('table'))
    .addHelpText('after', HELP)
    .action(async (flags: ResolveFlags) => {
      const { interpretSchemas } = await import('../interpret-schemas.ts');
      interpretSchemas();
      const { runResolve } = await import('./run.ts');
      await runResolve(flags, terminal);
    });
}
