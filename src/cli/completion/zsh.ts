import {
  commandLinesOf,
  type CommandLine,
  type CommandOutline,
  type OptionOutline,
  type OptionValue,
} from './outline.ts';

/** Returns the zsh script: one function per command group, with an `_arguments` specification (zshcompsys(1)). */
export function zshScript(program: CommandOutline): string {
  const { name } = program;
  const groups = commandLinesOf(program).filter(({ command }) => command.commands.length > 0);
  return `#compdef ${name}
${groups.map((group) => groupFunction(name, group)).join('\n')}
# On fpath, this file is the function's body. It may also be sourced.
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

function groupFunction(program: string, { words, command }: CommandLine): string {
  const { commands, options } = command;
  return `${functionName(words)}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C ${[...options.map((option) => specification(program, option)), "'1:command:->command'", "'*::argument:->argument'"].join(' ')}
  case $state in
    command)
      local -a commands=(${commands.map(({ name, description }) => quoted(`${escaped(name)}:${description}`)).join(' ')})
      _describe command commands ;;
    argument)
      case $words[1] in
${commands.map((each) => `        ${each.name}) ${actionOf(program, each, words)} ;;`).join('\n')}
      esac ;;
  esac
}`;
}

function functionName(words: string): string {
  return `_${words.replaceAll(' ', '_')}`;
}

function actionOf(program: string, { name, options, words, offers, commands }: CommandOutline, group: string): string {
  if (commands.length > 0) return functionName(`${group} ${name}`);
  const argument = [
    ...(words.length === 0 ? [] : [quoted(`1:word:(${words.join(' ')})`)]),
    ...(offers.length === 0 ? [] : [quoted(`1:name:${askFor(program, offers)}`)]),
  ];
  return ['_arguments', ...options.map((option) => specification(program, option)), ...argument].join(' ');
}

/** Returns an action that adds the names of objects of the cluster. */
function askFor(program: string, offers: readonly string[]): string {
  return `{compadd -- \${(f)"$(${program} __complete ${offers.join(',')} -- $words 2>/dev/null)"}}`;
}

function specification(program: string, { long, short, description, value }: OptionOutline): string {
  const tail = quoted(`[${escaped(description)}]${action(program, value)}`);
  return short === undefined ? `'*'${long}${tail}` : `'*'{${long},${short}}${tail}`;
}

function action(program: string, value: OptionValue): string {
  switch (value) {
    case 'none':
      return '';
    case 'file':
      return ':file:_files';
    case 'free':
      return ':value:';
    default:
      return 'offers' in value ? `:name:${askFor(program, value.offers)}` : `:value:(${value.join(' ')})`;
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\[\]:]/g, '\\$&');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
