import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../command.ts';
import { shellBlocks, type ShellCommand } from './shell-blocks.ts';

/** Returns the commands below a heading of a page, for a test that does something between the commands. */
export function sectionCommands(page: string, heading: string): readonly ShellCommand[] {
  const blocks = shellBlocks(readFileSync(path.join(ROOT, page), 'utf8'));
  const below = blocks.filter((block) => block.heading === heading && block.notRun === undefined);
  if (below.length === 0) throw new Error(`${page} has no commands below "${heading}"`);
  return below.flatMap(({ commands }) => commands);
}
