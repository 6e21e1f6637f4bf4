import { Option, type Command } from 'commander';
import { addBuilderOptions } from '../builder/command.ts';
import { ACCOUNTS_HELP, REGISTRY_HELP, addRegistryOptions, offlineOption } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { ResolveFlags } from './run.ts';

const HELP = `
Buildpacks come from the statuses of the input's Buildpacks, ClusterBuildpacks and ClusterStores, or from ImageFacts of
their images. The command reads missing facts from registries.
${REGISTRY_HELP}
${ACCOUNTS_HELP}

Examples:
  taskpack resolve -f builders/
  taskpack resolve -f builders/ --builder Builder/java -o yaml`;

/** Adds `taskpack resolve`. */
export function addResolve(program: Command, terminal: Terminal): void {
  const command = program
    .command('resolve')
    .description('show which buildpacks the orders of builders select, and why');
  addRegistryOptions(addBuilderOptions(command))
    .addOption(offlineOption())
    .addOption(new Option('-o, --output <format>', 'output format').choices(['table', 'yaml', 'json']).default('table'))
    .addHelpText('after', HELP)
    .action(async (flags: ResolveFlags) => (await import('./run.ts')).runResolve(flags, terminal));
}
