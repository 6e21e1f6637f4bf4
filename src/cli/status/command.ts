import { Option, type Command } from 'commander';
import { ObjectArgument, namespaceOption } from '../object-names.ts';
import { addClusterOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { StatusFlags } from './run.ts';

const HELP = `
The object is image/NAME, build/NAME, builder/NAME or clusterbuilder/NAME, "TYPE NAME", or a name alone if only one of these
objects has it.

The command shows the state, the reason, why the Build ran, the source, the builder, the workload, the image by digest and
the times of a Build; of an Image, its last Builds, too. If a Build failed, the command shows what happened, who can act, what
to try and the last lines of the log. It exits with 0 whatever the state is.

json and yaml print the view of the object (docs/reference/views.md).

Examples:
  taskpack status shop
  taskpack status build/shop-build-3 -n team
  taskpack status clusterbuilder/base -o json`;

/** Adds `taskpack status`. */
export function addStatus(program: Command, terminal: Terminal): void {
  const command = program
    .command('status')
    .description('show what an Image, Build or builder does, and why')
    .addArgument(
      new ObjectArgument('<object>', 'the name, or TYPE/NAME', 'images', 'builds', 'builders', 'clusterbuilders'),
    )
    .argument('[name]', 'the name, if the first argument is a type')
    .addOption(namespaceOption('the object'))
    .addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'json', 'yaml']).default('text'));
  addClusterOptions(command)
    .addHelpText('after', HELP)
    .action(async (object: string, name: string | undefined, flags: StatusFlags) =>
      (await import('./run.ts')).runStatus(object, name, flags, terminal),
    );
}
