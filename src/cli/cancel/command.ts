import { Option, type Command } from 'commander';
import { namespaceOption, ObjectArgument, objectName } from '../object-names.ts';
import { addClusterOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { CancelFlags } from './run.ts';

const HELP = `
The command sets the annotation "taskpack.dev/cancel" on the Build. The controller then stops the Build's Pod or TaskRun, and
the Build fails with the reason Cancelled. The Build and its status stay. Its Image gets no other Build until something
changes or a user triggers one.

With --wait, the command exits with 0 if the Build ends as cancelled, and with 1 if the Build ends in another way before.
Ctrl-C ends the wait: exit code 130.

Examples:
  taskpack cancel app-build-3
  taskpack cancel app-build-3 -n team --wait`;

/** Adds `taskpack cancel`. */
export function addCancel(program: Command, terminal: Terminal): void {
  const command = program
    .command('cancel')
    .description('stop a Build')
    .addArgument(new ObjectArgument('<build>', "the Build's name", 'unfinished-builds').argParser(objectName('Build')))
    .addOption(namespaceOption('the Build'))
    .addOption(new Option('--wait', 'wait until the Build has ended'));
  addClusterOptions(command)
    .addHelpText('after', HELP)
    .action(async (build: string, flags: CancelFlags) => (await import('./run.ts')).runCancel(build, flags, terminal));
}
