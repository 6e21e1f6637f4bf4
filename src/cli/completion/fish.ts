import type { CommandOutline, OptionOutline, ProgramOutline } from './outline.ts';

/** One `complete` line for every command and option (complete(1)). */
export function fishScript({ name, commands, options }: ProgramOutline): string {
  const lines = [
    `complete -c ${name} -f`,
    ...commands.map((command) => line(name, '__fish_use_subcommand', `-a ${command.name}`, command.description)),
    ...options.map((option) => line(name, '__fish_use_subcommand', flags(option), option.description)),
    ...commands.flatMap((command) => commandLines(name, command)),
  ];
  return `# fish completion for ${name}\n${lines.join('\n')}\n`;
}

function commandLines(program: string, command: CommandOutline): readonly string[] {
  const condition = `__fish_seen_subcommand_from ${command.name}`;
  return [
    ...command.words.map((word) => `complete -c ${program} -n '${condition}' -a ${word}`),
    ...command.options.map((option) => line(program, condition, flags(option), option.description)),
  ];
}

function line(program: string, condition: string, what: string, description: string): string {
  return `complete -c ${program} -n '${condition}' ${what} -d '${description.replaceAll(/['\\]/g, '\\$&')}'`;
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
