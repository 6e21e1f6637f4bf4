import { endBy } from '../step-end.ts';
import { prepare } from './prepare.ts';
import { systemError } from './system-error.ts';
import type { World } from './world.ts';

/** Prepares, and says in one sentence why it could not. Answers the exit code. */
export async function run(world: World, printError: (line: string) => void): Promise<number> {
  try {
    await prepare(world);
    return 0;
  } catch (error) {
    const failure = systemError(error, 'PrepareFailed', error instanceof Error ? error.message : 'prepare fails');
    const { line, exitCode } = endBy(failure, 'PrepareFailed', world.redaction.redact, world.signal);
    printError(line);
    return exitCode;
  }
}
