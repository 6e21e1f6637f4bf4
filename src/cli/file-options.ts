import { Option, type Command } from 'commander';
import { RepeatableOption } from './options.ts';

const FILES = 'file or directory to read, or - for standard input';

/** The first words are commander's. A user who pipes a file into the command needs the rest. */
const MISSING = "error: required option '-f, --filename <path>' not specified; to read standard input, write -f -";

/** Adds `-f` and `-R`. Without `-f`, the command fails. With it, zod interprets the schemas of the documents. */
export function addFileOptions(command: Command): Command {
  return addOptionalFileOptions(command, FILES).hook('preAction', async (_, ran) => {
    // commander's own check runs before the one for unknown options, so a misspelt option would be reported as a missing -f.
    if (ran.opts()['filename'] === undefined) ran.error(MISSING);
    const { interpretSchemas } = await import('./interpret-schemas.ts');
    interpretSchemas();
  });
}

/** Adds `-f` and `-R`, and refuses files that are given without `-f`. */
export function addOptionalFileOptions(command: Command, description: string): Command {
  return command
    .addOption(new RepeatableOption('-f, --filename <path>', description))
    .addOption(new Option('-R, --recursive', 'also read subdirectories'))
    .allowExcessArguments()
    .hook('preAction', (_, ran) => refuseArguments(ran));
}

/** The generated Tasks that depend on no builder, so no command prints them. */
const OTHER_TASKS: readonly string[] = ['buildpacks-rebase', 'buildpacks-source'];

function refuseArguments(command: Command): void {
  if (command.args.length === 0) return;
  const [task] = command.args.filter((word) => OTHER_TASKS.includes(word));
  if (command.name() === 'tasks' && task !== undefined) {
    command.error(`error: 'tasks' prints the Task buildpacks; the package has ${task} in its directory tasks`);
  }
  const files = command.args.map((file) => `-f ${file}`).join(' ');
  command.error(`error: '${command.name()}' takes no arguments; name files with -f: ${files}`);
}
