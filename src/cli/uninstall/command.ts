import { Option, type Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import type { UninstallFlags } from './run.ts';

const UNINSTALL_HELP = `
The command prints the objects that "taskpack install" creates, for kubectl to delete. Builds, Pods and TaskRuns stay. A
Build that still runs does not get its result any more, so wait for running Builds first.

The custom resource definitions are not among these, because the cluster deletes every Build, Image and Builder with their
definitions. --with-definitions prints the definitions too.

Examples:
  taskpack uninstall | kubectl delete --ignore-not-found -f -
  taskpack uninstall --with-definitions | kubectl delete --ignore-not-found -f -`;

/** Adds `taskpack uninstall`. */
export function addUninstall(program: Command, terminal: Terminal): void {
  program
    .command('uninstall')
    .description('print what to delete to remove the controller')
    .addOption(
      new Option('--with-definitions', 'also print the definitions, with which the cluster deletes every Build'),
    )
    .addOption(new Option('-o, --output <format>', 'output format').choices(['yaml', 'json']).default('yaml'))
    .addHelpText('after', UNINSTALL_HELP)
    .action(async (flags: UninstallFlags) => {
      const { runUninstall } = await import('./run.ts');
      await runUninstall(flags, terminal);
    });
}
