import { removal } from '../../install/removal.ts';
import { fieldWarning } from '../../model/problem.ts';
import { jsonTexts, yamlTexts } from '../output.ts';
import { reportProblems } from '../problems.ts';
import { writeTexts, type Terminal } from '../terminal.ts';

/** The parsed options of `taskpack uninstall`. */
export interface UninstallFlags {
  readonly output: 'yaml' | 'json';
  readonly withDefinitions?: true;
}

const DEFINITIONS_WARNING = 'deleting the definitions deletes every Build, Image and Builder of the cluster';

/** Runs `taskpack uninstall`. */
export async function runUninstall(flags: UninstallFlags, terminal: Terminal): Promise<void> {
  const objects = removal(flags.withDefinitions === true ? 'controller-and-definitions' : 'controller');
  if (flags.withDefinitions === true) reportProblems([fieldWarning([], DEFINITIONS_WARNING)], terminal.errors);
  await writeTexts(terminal.output, flags.output === 'yaml' ? yamlTexts(objects) : jsonTexts(objects));
}
