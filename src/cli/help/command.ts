import type { Command } from 'commander';

const EXAMPLES = `
Examples:
  taskpack help translate
  taskpack help builder digest`;

/** `taskpack help`, which goes into commands of commands as commander's own does not. */
export function addHelp(program: Command): void {
  program
    .command('help')
    .description('print the help of a command')
    .argument('[command...]', 'its name, after that of the command that it belongs to')
    .addHelpText('after', EXAMPLES)
    .action((names: readonly string[]) => printHelp(program, names));
}

function printHelp(command: Command, [name, ...below]: readonly string[]): void {
  if (name === undefined) command.help();
  const named = command.commands.find((each) => each.name() === name);
  if (named !== undefined) printHelp(named, below);
  else if (command.commands.length === 0) command.error(`error: unknown command '${name}'`);
  // Refused as it is where it is to be run, with a suggestion.
  else command.parse([name], { from: 'user' });
}
