import { createRequire } from 'node:module';

const WIDTH = 110;
const HEAD = `<!-- Written by npm run generate from src/cli; do not edit. -->

# The command line
`;

/** docs/cli.md: what every command says of itself by --help. */
export function cliReference() {
  const require = createRequire(import.meta.url);
  require('ts-node').register();
  const { createProgram } = require('../src/cli/program.ts');
  const program = createProgram({ environment: {} });
  const commands = program.createHelp().visibleCommands(program);
  const sections = commands
    .filter((command) => command.name() !== 'help')
    .map((command) => `\n## taskpack ${command.name()}\n\n${helpOf(command)}`);
  return `${HEAD}\n${helpOf(program)}${sections.join('')}`;
}

function helpOf(command) {
  let text = '';
  command.configureOutput({ getOutHelpWidth: () => WIDTH, writeOut: (piece) => (text += piece) });
  command.outputHelp();
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
}
