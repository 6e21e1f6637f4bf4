import { commandLinesOf, type CommandLine, type CommandOutline, type OptionOutline } from './outline.ts';

/** Returns the bash script. It does not need bash-completion, and runs in bash 3.2, which macOS has. */
export function bashScript(program: CommandOutline): string {
  const { name } = program;
  const lines = commandLinesOf(program);
  const [, ...commands] = lines;
  return `# bash completion for ${name}
_${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=${name} word words=
  # Bash splits --option=value at the equals sign.
  if [[ $current == = ]]; then current=
  elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in ${commands.map(({ words }) => `'${words}'`).join('|')}) command+=" $word" ;; esac
  done
  COMPREPLY=()
  case "$command $previous" in
${lines.flatMap(valueCases).join('\n')}
    *) case $command in
${lines.map(({ words, command }) => `      '${words}') words='${offersOf(command)}' ;;`).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
# Without a match, bash completes file names.
complete -o default -F _${name} ${name}
`;
}

function valueCases({ words, command }: CommandLine): readonly string[] {
  return command.options
    .filter(({ value }) => value !== 'none')
    .map(({ long, short, value }) => {
      const patterns = [long, ...(short === undefined ? [] : [short])].map((flag) => `'${words} ${flag}'`);
      return `    ${patterns.join('|')}) ${typeof value === 'string' ? 'return' : `words='${value.join(' ')}'`} ;;`;
    });
}

function offersOf({ commands, words, options }: CommandOutline): string {
  return [...commands.map(({ name }) => name), ...words, ...spellings(options)].join(' ');
}

function spellings(options: readonly OptionOutline[]): readonly string[] {
  return options.flatMap(({ long, short }) => [long, ...(short === undefined ? [] : [short])]);
}
