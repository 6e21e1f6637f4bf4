import { Option, type Command } from 'commander';
import { namespaceOption } from '../object-names.ts';
import { addClusterOptions, addRegistryOptions, namespaceValue } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { DoctorFlags } from './run.ts';

const HELP = `
The command checks the versions of Kubernetes and Tekton, Tekton's feature flags, taskpack's definitions and its controller,
stale webhooks and conversions, clocks; and in one namespace: whether the API server accepts a Build (dry runs of a TaskRun
and of a Pod in each layout), what a mesh adds to it, Pod Security, quotas, limits, the volumes of caches, and if the
accounts of Images may push. It writes nothing: a push is started and cancelled.

Each finding says what to do. A check that your permissions do not allow says so. Registries are reached from this
machine, with the credentials of the cluster's accounts.

--bundle writes the findings and the objects behind them to a file for a bug report: no Secrets, and *** instead of the
values of variables and of texts that look like credentials. Read the file before you send it.

Exits with 1 if a check finds an error.

Examples:
  taskpack doctor
  taskpack doctor -n team -o json
  taskpack doctor -n team --bundle doctor.json`;

/** Adds `taskpack doctor`. */
export function addDoctor(program: Command, terminal: Terminal): void {
  const command = program
    .command('doctor')
    .description('check a cluster and a namespace for what makes Builds fail or take long')
    .addOption(namespaceOption('the Builds'))
    .addOption(
      new Option('--controller-namespace <name>', 'the namespace of the controller')
        .argParser(namespaceValue)
        .default('taskpack'),
    )
    .addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'json', 'yaml']).default('text'))
    .addOption(new Option('--bundle <file>', 'also write what a maintainer needs to a new file, as JSON'));
  addRegistryOptions(addClusterOptions(command))
    .addHelpText('after', HELP)
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('./run.ts');
      await runDoctor(flags, terminal);
    });
}
