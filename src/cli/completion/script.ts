import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import type { CommandOutline } from './outline.ts';
import { zshScript } from './zsh.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** The script that completes a program's command lines in a shell. */
export function completionScript(shell: Shell, program: CommandOutline): string {
  switch (shell) {
    case 'bash':
      return bashScript(program);
    case 'zsh':
      return zshScript(program);
    case 'fish':
      return fishScript(program);
  }
}
