import { Argument, type Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import type { Shell } from './script.ts';

const EXAMPLES = `
Examples:
  source <(taskpack completion bash)
  taskpack completion zsh > "\${fpath[1]}/_taskpack"
  taskpack completion fish > ~/.config/fish/completions/taskpack.fish`;

/** `taskpack completion` */
export function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and their values')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell) => {
      const [{ outlineOf }, { completionScript }] = await Promise.all([import('./outline.ts'), import('./script.ts')]);
      terminal.output.write(completionScript(shell, outlineOf(program)));
    });
}
