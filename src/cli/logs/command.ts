import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { PHASE_NAMES } from '../../model/phase-name.ts';
import { addClusterOptions } from '../cluster/options.ts';
import type { Terminal } from '../terminal.ts';
import { namespaceValue } from '../translate/option-values.ts';
import type { LogsFlags } from './flags.ts';

const HELP = `
Each phase whose command has begun has a heading, "===> BUILD", whether it is an init container, a regular container or a
step of a TaskRun. Where a stream breaks it is begun anew, and no line is lost or comes twice.

With --follow the command ends with the Build: with 1 and the failure's message, if that failed. Without, it prints what
there is.

Shown as *** are private keys, credentials in URLs and headers, and, as far as you may read them, the values of Secrets
that the Build's ServiceAccount lists or the Build binds. On a terminal, escape sequences other than colours are written
out, a colour ends with its line, and lines with "===>" have none: only headings do. Elsewhere lines are printed as they
are, and headings without colour.

Examples:
  taskpack logs app-build-1 --follow
  taskpack logs app-build-1 -n team --phase build --timestamps`;

/** `taskpack logs` */
export function addLogs(program: Command, terminal: Terminal): void {
  const command = program
    .command('logs')
    .description('print the log of a Build, phase by phase')
    .addArgument(new Argument('<build>', "the Build's name").argParser(objectName))
    .addOption(
      new Option('-n, --namespace <name>', "the Build's namespace, if it is not the kubeconfig's").argParser(
        namespaceValue,
      ),
    )
    .addOption(new Option('-f, --follow', 'wait for what is still to come, until the Build ends'))
    .addOption(new Option('--phase <name>', 'this phase alone').choices(PHASE_NAMES).conflicts(['container', 'all']))
    .addOption(new Option('-c, --container <name>', 'this container of the pod alone').conflicts('all'))
    .addOption(new Option('--all', 'after the phases, what else is in the pod: sidecars and helpers'))
    .addOption(new Option('--timestamps', 'begin each line with its time'));
  addClusterOptions(command)
    .addHelpText('after', HELP)
    .action(async (build: string, flags: LogsFlags) => {
      const { runLogs } = await import('./run.ts');
      await runLogs(build, flags, terminal);
    });
}

/** RFC 1123 subdomain. */
function objectName(text: string): string {
  if (/^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/.test(text)) return text;
  throw new InvalidArgumentError("It must be a Build's name.");
}
