import type { Command } from 'commander';
import { namespaceOption, ObjectArgument, objectName } from '../object-names.ts';
import { addClusterOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { WAIT_HELP, waitOption } from '../wait/wait-option.ts';
import type { TriggerFlags } from './run.ts';

const HELP = `
The command sets the annotation "image.kpack.io/additionalBuildNeeded" on the newest Build of the Image, as
"kp image trigger" does. The Image then gets another Build, also if nothing has changed. If a Build runs, the next one starts
after it.
${WAIT_HELP}

Examples:
  taskpack trigger app
  taskpack trigger app -n team --wait`;

/** Adds `taskpack trigger`. */
export function addTrigger(program: Command, terminal: Terminal): void {
  const command = program
    .command('trigger')
    .description('build an Image again')
    .addArgument(new ObjectArgument('<image>', "the Image's name", 'images').argParser(objectName('Image')))
    .addOption(namespaceOption('the Image'))
    .addOption(waitOption());
  addClusterOptions(command)
    .addHelpText('after', HELP)
    .action(async (image: string, flags: TriggerFlags) =>
      (await import('./run.ts')).runTrigger(image, flags, terminal),
    );
}
