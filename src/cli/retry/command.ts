import type { Command } from 'commander';
import { namespaceOption, ObjectArgument, objectName } from '../object-names.ts';
import { addClusterOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { WAIT_HELP, waitOption } from '../wait/wait-option.ts';
import type { RetryFlags } from './run.ts';

const HELP = `
If the Build is the newest one of an Image, the Image gets another Build, as with "taskpack trigger". That Build has the
present source of the Image. A Build without an Image is created again as NAME-retry-1 with the same spec, labels and owners.
${WAIT_HELP}

Examples:
  taskpack retry app-build-3
  taskpack retry nightly -n team --wait`;

/** Adds `taskpack retry`. */
export function addRetry(program: Command, terminal: Terminal): void {
  const command = program
    .command('retry')
    .description('repeat a failed Build')
    .addArgument(new ObjectArgument('<build>', "the Build's name", 'failed-builds').argParser(objectName('Build')))
    .addOption(namespaceOption('the Build'))
    .addOption(waitOption());
  addClusterOptions(command)
    .addHelpText('after', HELP)
    .action(async (build: string, flags: RetryFlags) => (await import('./run.ts')).runRetry(build, flags, terminal));
}
