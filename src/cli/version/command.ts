import type { Command } from 'commander';
import { VERSION } from '../../settings/version.ts';
import type { Terminal } from '../terminal.ts';

const EXAMPLES = `
Examples:
  taskpack version`;

/** `taskpack version` */
export function addVersion(program: Command, terminal: Terminal): void {
  program
    .command('version')
    .description('print the version')
    .addHelpText('after', EXAMPLES)
    .action(() => {
      terminal.output.write(`${VERSION}\n`);
    });
}
