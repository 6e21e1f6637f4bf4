import { Argument, type Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { OFFERED_OBJECTS, type OfferedObjects } from '../object-names.ts';
import type { CommandOutline } from './outline.ts';

type Shell = 'bash' | 'zsh' | 'fish';

const EXAMPLES = `
Examples:
  source <(taskpack completion bash)
  taskpack completion zsh > "\${fpath[1]}/_taskpack"
  taskpack completion fish > ~/.config/fish/completions/taskpack.fish`;

/** Adds `taskpack completion`. */
export function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('print a shell script that completes commands, options and values')
    .addArgument(new Argument('<shell>', 'the shell that runs the script').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell) => {
      const [{ outlineOf }, makeScript] = await Promise.all([import('./outline.ts'), scriptMaker(shell)]);
      terminal.output.write(makeScript(outlineOf(program)));
    });
}

/** Adds the hidden command that the scripts call for the names of objects. It prints nothing if it cannot read a cluster. */
export function addComplete(program: Command, terminal: Terminal): void {
  program
    .command('__complete', { hidden: true })
    .argument('<kinds>', 'the kinds of objects, separated by commas')
    .argument('[words...]', 'the words of the command line')
    .action(async (kinds: string, words: readonly string[]) => {
      const offers = kinds.split(',').filter(isOffered);
      const { printNames } = await import('./print-names.ts');
      await printNames(offers, words, terminal);
    });
}

/**
 * Adds the hidden command behind `kubectl_complete-taskpack`, which kubectl runs to complete `kubectl taskpack`. It prints a word
 * per line and cobra's directive.
 */
export function addKubectlComplete(program: Command, terminal: Terminal): void {
  program
    .command('__kubectl-complete', { hidden: true })
    .allowUnknownOption()
    .helpOption(false)
    .argument('[words...]', 'the words after the name of the plugin')
    .action(async (words: readonly string[]) => {
      const [{ outlineOf }, { DIRECTIVES, kubectlOffer }] = await Promise.all([
        import('./outline.ts'),
        import('./kubectl.ts'),
      ]);
      const offer = kubectlOffer(outlineOf(program), words);
      terminal.output.write(offer.words.map((word) => `${word}\n`).join(''));
      const { printNames } = await import('./print-names.ts');
      if (offer.objects.length > 0) await printNames(offer.objects, words, terminal, words.at(-1));
      terminal.output.write(`${DIRECTIVES[offer.isFile ? 'words and files' : 'words']}\n`);
    });
}

function isOffered(kind: string): kind is OfferedObjects {
  return OFFERED_OBJECTS.some((offered) => offered === kind);
}

async function scriptMaker(shell: Shell): Promise<(program: CommandOutline) => string> {
  switch (shell) {
    case 'bash':
      return (await import('./bash.ts')).bashScript;
    case 'zsh':
      return (await import('./zsh.ts')).zshScript;
    case 'fish':
      return (await import('./fish.ts')).fishScript;
  }
}
