import { commandLinesOf, type CommandLine, type CommandOutline, type OptionValue } from './outline.ts';

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
${lines.flatMap((line) => valueCases(name, line)).join('\n')}
    *) case $command in
${lines.map(({ words, command }) => `      '${words}') words='${offersOf(command)}'${namesOf(name, command)} ;;`).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
# Without a match, bash completes file names.
complete -o default -F _${name} ${name}
`;
}

function valueCases(program: string, { words, command }: CommandLine): readonly string[] {
  return command.options
    .filter(({ value }) => value !== 'none')
    .map(({ long, short, value }) => {
      const patterns = [long, ...(short === undefined ? [] : [short])].map((flag) => `'${words} ${flag}'`);
      return `    ${patterns.join('|')}) ${valueAction(program, value)} ;;`;
    });
}

function valueAction(program: string, value: OptionValue): string {
  if (typeof value === 'string') return 'return';
  return 'offers' in value ? `words=${askFor(program, value.offers)}` : `words='${value.join(' ')}'`;
}

/** Returns a command that adds the names of objects of the cluster, unless the current word is an option. */
function namesOf(program: string, { offers }: CommandOutline): string {
  return offers.length === 0 ? '' : `; [[ $current == -* ]] || words+=" "${askFor(program, offers)}`;
}

function askFor(program: string, offers: readonly string[]): string {
  return `"$(${program} __complete ${offers.join(',')} -- "\${COMP_WORDS[@]:1}" 2>/dev/null)"`;
}

function offersOf({ commands, words, options }: CommandOutline): string {
  const spellings = options.flatMap(({ long, short }) => [long, ...(short === undefined ? [] : [short])]);
  return [...commands.map(({ name }) => name), ...words, ...spellings].join(' ');
}
