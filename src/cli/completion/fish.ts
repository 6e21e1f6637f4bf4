import {
  commandLinesOf,
  type CommandLine,
  type CommandOutline,
  type OptionOutline,
  type OptionValue,
} from './outline.ts';

/** Returns the fish script: one `complete` line per command, word and option, conditional on the command line (complete(1)). */
export function fishScript(program: CommandOutline): string {
  const { name } = program;
  const lines = commandLinesOf(program);
  const [, ...commands] = lines;
  return `# fish completion for ${name}
function __${name}_calls
  set -l command ${name}
  for word in (commandline -opc)
    switch "$command $word"
      case ${commands.map(({ words }) => `'${words}'`).join(' ')}
        set command "$command $word"
    end
  end
  test "$command" = "$argv"
end
complete -c ${name} -f
${lines.flatMap((line) => completions(name, line)).join('\n')}
`;
}

function completions(program: string, { words, command }: CommandLine): readonly string[] {
  const complete = `complete -c ${program} -n '__${program}_calls ${words}'`;
  return [
    ...command.commands.map(({ name, description }) => `${complete} -a ${name} -d ${quoted(description)}`),
    ...command.words.map((word) => `${complete} -a ${word}`),
    ...(command.offers.length === 0 ? [] : [`${complete} -a ${quoted(askFor(program, command.offers))}`]),
    ...command.options.map((option) => `${complete} ${flags(program, option)} -d ${quoted(option.description)}`),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}

/** Returns a command substitution that prints the names of objects of the cluster. */
function askFor(program: string, offers: readonly string[]): string {
  return `(${program} __complete ${offers.join(',')} -- (commandline -opc)[2..] 2>/dev/null)`;
}

function flags(program: string, { long, short, value }: OptionOutline): string {
  return `${short === undefined ? '' : `-s ${short.slice(1)} `}-l ${long.slice(2)}${action(program, value)}`;
}

function action(program: string, value: OptionValue): string {
  switch (value) {
    case 'none':
      return '';
    case 'file':
      return ' -r -F';
    case 'free':
      return ' -x';
    default:
      return ` -x -a ${quoted('offers' in value ? askFor(program, value.offers) : value.join(' '))}`;
  }
}
