import { Option, type Command } from 'commander';
import { addClusterOptions } from '../cluster/options.ts';
import type { Terminal } from '../terminal.ts';
import { namespaceValue } from '../translate/option-values.ts';
import type { ControllerFlags } from './flags.ts';

const CONTROLLER_HELP = `
Without a kubeconfig it speaks to the cluster whose pod it runs in. Of several processes one works, by a Lease; the others
wait for it. Logs are lines of JSON on standard error. SIGTERM lets it end what it is doing, and gives the Lease back.
Settings are environment variables: docs/settings.md. /metrics, /healthz and /readyz are served at METRICS_PORT.
With --namespace it holds a Lease of its own, and does not wait for one that sees all namespaces: run either one for the
cluster or one for each namespace, for two that see the same Build would both work on it.

Examples:
  taskpack controller --kubeconfig ~/.kube/config
  BACKEND=native LOG_LEVEL=debug taskpack controller --namespace team`;

/** `taskpack controller` */
export function addController(program: Command, terminal: Terminal): void {
  addClusterOptions(program.command('controller').description('run the Builds of a cluster, and keep its builders'))
    .addOption(
      new Option('-n, --namespace <name>', 'of what is in namespaces, see only this one').argParser(namespaceValue),
    )
    .addOption(new Option('--allow-kpack', "run beside kpack's own controller"))
    .addHelpText('after', CONTROLLER_HELP)
    .action(async (flags: ControllerFlags) => {
      const { runController } = await import('./run.ts');
      await runController(flags, terminal);
    });
}
