import { InvalidArgumentError, Option, type Command } from 'commander';
import { PHASE_NAMES } from '../../core/model/phase-name.ts';
import { durationValue } from '../duration-value.ts';
import { buildNumberOption, buildOrImageArgument, namespaceOption, type NamedObject } from '../object-names.ts';
import { addClusterOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import type { LogsFlags } from './logs-flags.ts';

const HELP = `
The object is a Build, an Image (image/NAME, or a name that no Build has), or with --last the newest Build of the namespace.
An Image stands for its last Build; -b selects another one by its number.

Each started phase has a heading such as "===> BUILD", whether the phase is an init container, a regular container or a
step of a TaskRun. If the connection breaks, the command reconnects, and loses or repeats no line.

With --follow, the command waits until the Build finishes. If the Build failed, the command prints the failure's message
and exits with 1. Without --follow, the command prints the log so far. --tail and --since leave out lines that were written
before the command started; --tail counts the lines of all phases together.

While the Build waits, the command prints the reason to standard error: a controller, a queue, a node with the scheduler's
message, an image with the error of its pull, or sidecars. On a terminal, one line shows the current phase or wait and its
time so far, and how long the phase took in the last successful Build of the Image. If standard error is not a terminal, the
command prints a line for each wait of more than 5 seconds.

After the log of a finished Build, the command prints the times of the phases, the image by digest, and the layers that came
from the cache and the last image. It prints these to standard error, with --follow or on a terminal. If the Pod of a failed
Build was deleted, the command prints the last lines that the status of the Build contains, and exits with 1.

The command prints *** instead of private keys, credentials in URLs and headers, and the values of the Build's Secrets.
Those are the Secrets that its ServiceAccount lists or that the Build binds, if you may read them.

On a terminal, the command escapes control sequences except colours, ends colours at the end of a line, and colours only
headings, not lines with "===>". Otherwise, it prints lines unchanged and headings without colour.

Examples:
  taskpack logs app-build-1 --follow
  taskpack logs image/app -b 3 --tail 50
  taskpack logs --last -f
  taskpack logs app-build-1 -n team --phase build --timestamps`;

/** Adds `taskpack logs`. */
export function addLogs(program: Command, terminal: Terminal): void {
  const command = program
    .command('logs')
    .description('print the log of a Build, phase by phase')
    .addArgument(buildOrImageArgument('a Build or an Image, because only Builds have a log'))
    .addOption(namespaceOption('the Build'))
    .addOption(new Option('-f, --follow', 'print new lines until the Build finishes'))
    .addOption(buildNumberOption())
    .addOption(new Option('--last', 'print the newest Build of the namespace, or of the Image').conflicts('build'))
    .addOption(
      new Option('--phase <name>', 'print only this phase').choices(PHASE_NAMES).conflicts(['container', 'all']),
    )
    .addOption(new Option('-c, --container <name>', 'print only this container of the Pod').conflicts('all'))
    .addOption(new Option('--all', 'after the phases, print the other containers of the Pod'))
    .addOption(new Option('--tail <lines>', 'print only the last lines of the log so far').argParser(lineCount))
    .addOption(
      new Option(
        '--since <duration>',
        'print only lines that are not older than this, such as 90s, 5m or 1h30m',
      ).argParser(durationValue),
    )
    .addOption(new Option('--timestamps', 'print the time of each line'));
  addClusterOptions(command)
    .addHelpText('after', HELP)
    .action(async (object: NamedObject | undefined, flags: LogsFlags) =>
      (await import('./run.ts')).runLogs(object, flags, terminal),
    );
}

function lineCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of lines.');
}
