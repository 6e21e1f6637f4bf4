import { Option, type Command } from 'commander';
import { PHASE_NAMES } from '../../model/phase-name.ts';
import { namespaceOption, ObjectArgument, objectName } from '../object-names.ts';
import { addClusterOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { LogsFlags } from './run.ts';

const HELP = `
Each started phase has a heading such as "===> BUILD", whether the phase is an init container, a regular container or a
step of a TaskRun. If the connection breaks, the command reconnects, and loses or repeats no line.

With --follow, the command waits until the Build finishes. If the Build failed, the command prints the failure's message
and exits with 1. Without --follow, the command prints the log so far.

The command prints *** instead of private keys, credentials in URLs and headers, and the values of the Build's Secrets.
Those are the Secrets that its ServiceAccount lists or that the Build binds, if you may read them.

On a terminal, the command escapes control sequences except colours, ends colours at the end of a line, and colours only
headings, not lines with "===>". Otherwise, it prints lines unchanged and headings without colour.

Examples:
  taskpack logs app-build-1 --follow
  taskpack logs app-build-1 -n team --phase build --timestamps`;

/** Adds `taskpack logs`. */
export function addLogs(program: Command, terminal: Terminal): void {
  const command = program
    .command('logs')
    .description('print the log of a Build, phase by phase')
    .addArgument(
      new ObjectArgument('<build>', "the Build's name", 'builds').argParser(
        objectName('Build', ', because only Builds have a log'),
      ),
    )
    .addOption(namespaceOption('the Build'))
    .addOption(new Option('-f, --follow', 'print new lines until the Build finishes'))
    .addOption(
      new Option('--phase <name>', 'print only this phase').choices(PHASE_NAMES).conflicts(['container', 'all']),
    )
    .addOption(new Option('-c, --container <name>', 'print only this container of the Pod').conflicts('all'))
    .addOption(new Option('--all', 'after the phases, print the other containers of the Pod'))
    .addOption(new Option('--timestamps', 'print the time of each line'));
  addClusterOptions(command)
    .addHelpText('after', HELP)
    .action(async (build: string, flags: LogsFlags) => {
      const { runLogs } = await import('./run.ts');
      await runLogs(build, flags, terminal);
    });
}
