import type { CommandOutline, OptionOutline, ProgramOutline } from './outline.ts';

/** Needs nothing of bash-completion and runs in the bash 3.2 of macOS. */
export function bashScript(program: ProgramOutline): string {
  const { name, commands } = program;
  return `# bash completion for ${name}
_${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= word words
  # Bash splits --option=value at the equals sign.
  if [[ $current == = ]]; then current=
  elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${commands.map((command) => command.name).join('|')}) command=$word; break ;; esac
  done
  COMPREPLY=()
  case "$command $previous" in
${commands.flatMap(valueCases).join('\n')}
    *) case $command in
${commands.map((command) => `      ${command.name}) words='${wordsOf(command)}' ;;`).join('\n')}
      *) words='${[...commands.map((command) => command.name), ...spellings(program.options)].join(' ')}' ;;
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
# Where there is nothing to offer, bash offers files.
complete -o default -F _${name} ${name}
`;
}

function valueCases(command: CommandOutline): readonly string[] {
  return command.options
    .filter(({ value }) => value !== 'none')
    .map(({ long, short, value }) => {
      const patterns = [long, ...(short === undefined ? [] : [short])].map((flag) => `'${command.name} ${flag}'`);
      return `    ${patterns.join('|')}) ${typeof value === 'string' ? 'return' : `words='${value.join(' ')}'`} ;;`;
    });
}

function wordsOf(command: CommandOutline): string {
  return [...command.words, ...spellings(command.options)].join(' ');
}

function spellings(options: readonly OptionOutline[]): readonly string[] {
  return options.flatMap(({ long, short }) => [long, ...(short === undefined ? [] : [short])]);
}
