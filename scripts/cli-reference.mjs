import { Help } from 'commander';
import { require } from './typescript.mjs';

const WIDTH = 110;

/** An option or paragraph of at least this many commands is described once. */
const MANY_COMMANDS = 8;

const HEAD = `<!-- Written by npm run generate from src/cli; do not edit. -->

# The command line

This page lists what \`-h\` and \`--help\` print for each command. It describes [options of many
commands](#options-of-many-commands) once, and the options for a translation at [taskpack translate](#taskpack-translate).
`;

/** The reference that replaces the paragraph about registry credentials in the help of a command. */
const CREDENTIALS =
  '[Options of many commands](#options-of-many-commands) says where registry credentials and the proxy come from.\n';

/** Returns docs/reference/cli.md: the `--help` text of every command, without what another section describes. */
export function cliReference() {
  const { createProgram } = require('../src/cli/program.ts');
  const program = createProgram({ environment: {} });
  const commands = commandsBelow(program, program.name());
  const [translate] = commands;
  const ofMany = optionsOfMany(commands);
  const many = { title: 'options of many commands', options: ofMany };
  const translation = { title: translate.line, options: withoutOptions(optionsOf(translate.command), ofMany) };
  const sections = commands.map((each) => section(each, each === translate ? [many] : [translation, many]));
  const credentials = credentialsParagraph(sections.map(({ help }) => help));
  return [
    HEAD,
    block(helpOf(program)),
    `## Options of many commands\n\n${block([optionList(program, ofMany), credentials].join('\n\n'))}`,
    ...sections.flatMap(({ line, help, references }) => [
      `## ${line}\n\n${block(
        help
          .split('\n\n')
          .filter((each) => each !== credentials)
          .join('\n\n'),
      )}`,
      ...references,
      ...(help.split('\n\n').includes(credentials) ? [CREDENTIALS] : []),
    ]),
  ].join('\n');
}

/** Returns each subcommand with the words that call it, followed by its own subcommands. */
function commandsBelow(command, words) {
  const visible = command.createHelp().visibleCommands(command);
  return visible.flatMap((each) => {
    const line = `${words} ${each.name()}`;
    return [{ line, command: each }, ...commandsBelow(each, line)];
  });
}

/** Returns the options of a command, except `--help`. */
function optionsOf(command) {
  return new Help().visibleOptions(command).filter(({ long }) => long !== '--help');
}

/** Returns the options that many commands describe in the same words. */
function optionsOfMany(commands) {
  const options = commands.flatMap(({ command }) => optionsOf(command));
  const byText = new Map(options.map((option) => [textOf(option), option]));
  const users = (text) => options.filter((option) => textOf(option) === text).length;
  return [...byText].filter(([text]) => users(text) >= MANY_COMMANDS).map(([, option]) => option);
}

function withoutOptions(options, others) {
  const texts = new Set(others.map(textOf));
  return options.filter((option) => !texts.has(textOf(option)));
}

function textOf(option) {
  const help = new Help();
  return `${help.optionTerm(option)} ${help.optionDescription(option)}`;
}

/** Returns the help of a command without the options that other sections describe, and references to them. */
function section({ line, command }, others) {
  const all = optionsOf(command);
  const own = withoutOptions(
    all,
    others.flatMap(({ options }) => options),
  );
  command.configureHelp({ visibleOptions: () => own });
  const references = others.flatMap(({ title, options }) => {
    const described = all.filter((option) => withoutOptions([option], options).length === 0);
    const flags = described.map(({ long }) => `\`${long}\``).join(', ');
    return flags === '' ? [] : [`From [${title}](#${title.replaceAll(' ', '-')}): ${flags}\n`];
  });
  return { line, help: helpOf(command), references };
}

/** Returns the paragraph about registry credentials. Throws an error unless it is the only one that many commands have. */
function credentialsParagraph(helps) {
  const paragraphs = helps.flatMap((help) => help.split('\n\n'));
  const users = (text) => paragraphs.filter((each) => each === text).length;
  const shared = [...new Set(paragraphs)].filter((text) => users(text) >= MANY_COMMANDS);
  const [credentials] = shared;
  if (shared.length === 1) return credentials;
  throw new Error(`only the paragraph about credentials may be in the help of many commands:\n${shared.join('\n\n')}`);
}

function optionList(program, options) {
  const help = program.createHelp();
  help.prepareContext({ helpWidth: WIDTH });
  const width = Math.max(...options.map((option) => help.optionTerm(option).length));
  const lines = options.map((option) =>
    help.formatItem(help.optionTerm(option), width, help.optionDescription(option), help),
  );
  return lines.join('\n');
}

function helpOf(command) {
  let text = '';
  command.configureOutput({ getOutHelpWidth: () => WIDTH, writeOut: (piece) => (text += piece) });
  command.outputHelp();
  return text.trimEnd();
}

function block(text) {
  return `\`\`\`text\n${text}\n\`\`\`\n`;
}
