import { Option, type Command } from 'commander';
import { CONTROLLER_NAMESPACE } from '../../core/model/installation-names.ts';
import { namespaceOption } from '../object-names.ts';
import { addClusterOptions, addRegistryOptions, namespaceValue } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { DoctorFlags } from './run.ts';

const HELP = `
In the cluster, the command checks the versions of Kubernetes and Tekton, Tekton's feature flags, taskpack's definitions,
its controller, stale webhooks and conversions, and clocks.

In one namespace, the command asks the API server for dry runs of a TaskRun and of a Pod in each layout. They show policies
that refuse a Build, and containers that a mesh adds. The command also checks Pod Security, quotas, limits and the volumes
of caches. For each account of an Image, it starts a push and cancels the push. The command writes nothing.

Each warning and error says what to do. A check that your permissions do not allow is unknown. The command connects to
registries from this machine, with the credentials of the cluster's accounts.

--bundle writes the findings and the objects that they come from to a file for a bug report. The file contains no Secrets,
and *** in place of values of variables and of texts that look like credentials. Read the file before you send it.

Exits with 1 if a check finds an error.

Examples:
  taskpack doctor
  taskpack doctor -n team -o json
  taskpack doctor -n team --bundle doctor.json`;

/** Adds `taskpack doctor`. */
export function addDoctor(program: Command, terminal: Terminal): void {
  const command = program
    .command('doctor')
    .description('find out why Builds fail or take long in a cluster and a namespace')
    .addOption(namespaceOption('the Builds'))
    .addOption(
      new Option('--controller-namespace <name>', 'the namespace of the controller')
        .argParser(namespaceValue)
        .default(CONTROLLER_NAMESPACE),
    )
    .addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'json', 'yaml']).default('text'))
    .addOption(new Option('--bundle <file>', 'also write a file for a bug report, which must not exist yet'));
  addRegistryOptions(addClusterOptions(command))
    .addHelpText('after', HELP)
    .action(async (flags: DoctorFlags) => (await import('./run.ts')).runDoctor(flags, terminal));
}
