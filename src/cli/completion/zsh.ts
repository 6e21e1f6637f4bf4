import type { CommandOutline, OptionOutline, ProgramOutline } from './outline.ts';

/** A `_arguments` specification for every command (zshcompsys(1)). */
export function zshScript({ name, commands, options }: ProgramOutline): string {
  return `#compdef ${name}
_${name}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C ${options.map(specification).join(' ')} '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands=(${commands.map(({ name: command, description }) => quoted(`${escaped(command)}:${description}`)).join(' ')})
      _describe command commands ;;
    argument)
      case $words[1] in
${commands.map(commandCase).join('\n')}
      esac ;;
  esac
}
# The file may be on fpath, where it is the function's body, or be sourced.
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

function commandCase({ name, options, words }: CommandOutline): string {
  const argument = words.length === 0 ? [] : [quoted(`1:word:(${words.join(' ')})`)];
  return `        ${name}) _arguments ${[...options.map(specification), ...argument].join(' ')} ;;`;
}

function specification({ long, short, description, value }: OptionOutline): string {
  const tail = quoted(`[${escaped(description)}]${action(value)}`);
  return short === undefined ? `'*'${long}${tail}` : `'*'{${long},${short}}${tail}`;
}

function action(value: OptionOutline['value']): string {
  switch (value) {
    case 'none':
      return '';
    case 'file':
      return ':file:_files';
    case 'free':
      return ':value:';
    default:
      return `:value:(${value.join(' ')})`;
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\[\]:]/g, '\\$&');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
