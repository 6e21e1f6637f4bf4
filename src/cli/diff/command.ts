import { Option, type Command } from 'commander';
import { addClusterOptions, RepeatableOption } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { addTranslationOptions } from '../translate/command.ts';
import type { DiffFlags } from './run.ts';

const HELP = `
The command translates the files as "taskpack translate" does, and prints a unified diff over canonical YAML: the keys of
objects are sorted, and fields that only a cluster writes are left out. Values of Secrets are masked.

Without --from, the old side is the cluster. The new side is the answer of the API server to a server-side apply with
dryRun, so it has the defaults of the server. Objects that cannot be changed, such as Pods, are compared with the dry run of
a new object, and a note says so. The command needs the permissions to get, create and patch the objects; it writes nothing.

With --from, the command needs no cluster. The old side is the translation of other files, or the output of another version
of taskpack or of other options: files with Pods or TaskRuns of tekton.dev/v1, and without Builds and Images.

Exit codes, as of "kubectl diff":
  0    the sides are equal
  1    the sides differ
  > 1  the files are invalid, or a request to a registry or the cluster failed

Examples:
  taskpack diff -f build.yaml
  taskpack diff -f build.yaml --from old/build.yaml --offline
  taskpack translate -f build.yaml > before.yaml  # with another version
  taskpack diff -f build.yaml --from before.yaml`;

/** Adds `taskpack diff`. */
export function addDiff(program: Command, terminal: Terminal): void {
  const command = program
    .command('diff')
    .description('show what the translation of files would change in a cluster, or between files');
  addTranslationOptions(command)
    .addOption(
      new RepeatableOption(
        '--from <path>',
        'file or directory to compare with instead of the cluster, or - for standard input',
      ),
    )
    .addOption(new Option('-o, --output <format>', 'output format').choices(['text', 'json', 'yaml']).default('text'));
  addClusterOptions(command)
    .addHelpText('after', HELP)
    .action(async (flags: DiffFlags) => (await import('./run.ts')).runDiff(flags, terminal));
}
