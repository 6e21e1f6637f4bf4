import { Option, type Command } from 'commander';
import { namespaceOption } from '../object-names.ts';
import { addClusterOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { ListFlags } from './run.ts';

const HELP = `
TYPE is images (the default), builds, builders or clusterbuilders, or one of kubectl's short names. Several types are
separated by commas. "builders" includes ClusterBuilders.

The columns REASON, BUILD, CAUSE and TOOK describe the newest Build of an Image. REASON is the phase that runs or the reason
of the failure, and CAUSE is why the Build ran. Both are cut to fit 80 columns, unless the terminal is wider or the output is
wide.

json and yaml print a List of views (docs/reference/views.md). They have what the table shows, and more.

With --watch, the command first prints the table, and then a row for each change until it is interrupted.

Examples:
  taskpack list
  taskpack list builds -A -l image.kpack.io/image=shop
  taskpack list image/shop build/shop-build-3 -o wide
  taskpack list builds -w`;

/** Adds `taskpack list`. */
export function addList(program: Command, terminal: Terminal): void {
  const command = program
    .command('list')
    .description('list Images, Builds or builders: state, reason, cause and duration')
    .argument('[type]', 'the type, or TYPE/NAME')
    .argument('[name...]', 'the names of objects (default: all)')
    .addOption(namespaceOption('the objects').conflicts('allNamespaces'))
    .addOption(new Option('-A, --all-namespaces', 'list the objects of all namespaces'))
    .addOption(new Option('-l, --selector <query>', 'list only objects whose labels match, for example team=shop'))
    .addOption(new Option('-w, --watch', 'after the list, print a row for each change'))
    .addOption(
      new Option('-o, --output <format>', 'output format')
        .choices(['table', 'wide', 'json', 'yaml', 'name'])
        .default('table'),
    );
  addClusterOptions(command)
    .addHelpText('after', HELP)
    .action(async (type: string | undefined, names: readonly string[], flags: ListFlags) =>
      (await import('./run.ts')).runList(type === undefined ? [] : [type, ...names], flags, terminal),
    );
}
