import { Option, type Command } from 'commander';

/** Which cluster is meant: of every command that speaks to one. */
export function addClusterOptions(command: Command): Command {
  return command
    .addOption(new Option('--kubeconfig <path>', 'kubeconfig to use instead of $KUBECONFIG, or of ~/.kube/config'))
    .addOption(new Option('--context <name>', 'context of the kubeconfig to use instead of its current one'));
}
