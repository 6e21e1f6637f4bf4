import { commandLinesOf, type CommandLine, type CommandOutline, type OptionOutline } from './outline.ts';

/** Returns the zsh script: one function per command group, with an `_arguments` specification (zshcompsys(1)). */
export function zshScript(program: CommandOutline): string {
  const { name } = program;
  const groups = commandLinesOf(program).filter(({ command }) => command.commands.length > 0);
  return `#compdef ${name}
${groups.map(groupFunction).join('\n')}
# On fpath, this file is the function's body. It may also be sourced.
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

function groupFunction({ words, command }: CommandLine): string {
  const { commands, options } = command;
  return `${functionName(words)}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C ${[...options.map(specification), "'1:command:->command'", "'*::argument:->argument'"].join(' ')}
  case $state in
    command)
      local -a commands=(${commands.map(({ name, description }) => quoted(`${escaped(name)}:${description}`)).join(' ')})
      _describe command commands ;;
    argument)
      case $words[1] in
${commands.map((each) => `        ${each.name}) ${actionOf(each, words)} ;;`).join('\n')}
      esac ;;
  esac
}`;
}

function functionName(words: string): string {
  return `_${words.replaceAll(' ', '_')}`;
}

function actionOf({ name, options, words, commands }: CommandOutline, group: string): string {
  if (commands.length > 0) return functionName(`${group} ${name}`);
  const argument = words.length === 0 ? [] : [quoted(`1:word:(${words.join(' ')})`)];
  return ['_arguments', ...options.map(specification), ...argument].join(' ');
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
