import { Option, type Command } from 'commander';
import { addClusterOptions, namespaceValue } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { ControllerFlags } from './controller-process.ts';

const CONTROLLER_HELP = `
Without a kubeconfig, the controller connects to the cluster whose Pod it runs in. If several processes run, one of them
leads with a Lease and the others are its standby. Logs are lines of JSON on standard error. After SIGTERM, the controller
finishes its running reconciles and releases the Lease. Settings are environment variables: docs/reference/settings.md.
/metrics, /healthz and /readyz are served at METRICS_PORT. With --namespace, the controller uses a Lease of its own. Run
either one controller for the cluster or one for each namespace: two controllers that see the same Build both work on it.

Examples:
  taskpack controller --kubeconfig ~/.kube/config
  BACKEND=native LOG_LEVEL=debug taskpack controller --namespace team`;

/** `taskpack controller` */
export function addController(program: Command, terminal: Terminal): void {
  addClusterOptions(program.command('controller').description('run the Builds of a cluster and maintain its builders'))
    .addOption(
      new Option('-n, --namespace <name>', 'watch only the objects of this namespace').argParser(namespaceValue),
    )
    .addOption(new Option('--allow-kpack', "run although kpack's controller runs"))
    .addHelpText('after', CONTROLLER_HELP)
    .action(async (flags: ControllerFlags) => {
      const { runController } = await import('./run.ts');
      await runController(flags, terminal);
    });
}
