import { commandLinesOf, type CommandLine } from './command-line.ts';
import type { CommandOutline, OptionOutline } from './outline.ts';

/** One `complete` line for every command, word and option (complete(1)), on condition that its command is called. */
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
    ...command.options.map((option) => `${complete} ${flags(option)} -d ${quoted(option.description)}`),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}

function flags({ long, short, value }: OptionOutline): string {
  return `${short === undefined ? '' : `-s ${short.slice(1)} `}-l ${long.slice(2)}${action(value)}`;
}

function action(value: OptionOutline['value']): string {
  switch (value) {
    case 'none':
      return '';
    case 'file':
      return ' -r -F';
    case 'free':
      return ' -x';
    default:
      return ` -x -a '${value.join(' ')}'`;
  }
}
