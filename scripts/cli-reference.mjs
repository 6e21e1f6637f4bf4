import { require } from './typescript.mjs';

const WIDTH = 110;
const HEAD = `<!-- Written by npm run generate from src/cli; do not edit. -->

# The command line
`;

/** Returns docs/reference/cli.md: the `--help` text of every command. */
export function cliReference() {
  const { createProgram } = require('../src/cli/program.ts');
  const program = createProgram({ environment: {} });
  return [HEAD, helpOf(program), ...sectionsBelow(program, program.name())].join('\n');
}

/** Returns a section for each subcommand, followed by the sections of its own subcommands. */
function sectionsBelow(command, words) {
  const visible = command.createHelp().visibleCommands(command);
  return visible.flatMap((each) => {
    const line = `${words} ${each.name()}`;
    return [`## ${line}\n\n${helpOf(each)}`, ...sectionsBelow(each, line)];
  });
}

function helpOf(command) {
  let text = '';
  command.configureOutput({ getOutHelpWidth: () => WIDTH, writeOut: (piece) => (text += piece) });
  command.outputHelp();
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
}
