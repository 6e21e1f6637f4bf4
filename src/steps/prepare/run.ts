import { prepareError } from './system-error.ts';
import { FAILURES } from './failure.ts';
import { prepare } from './prepare.ts';
import type { World } from './world.ts';

/** Prepares, and says in one sentence why it could not. Answers the exit code. */
export async function run(world: World, printError: (line: string) => void): Promise<number> {
  try {
    await prepare(world);
    return 0;
  } catch (error) {
    const failure = prepareError(error, 'Unexpected', messageOf(error));
    printError(`ERROR: ${world.redaction.redact(failure.message)}`);
    return FAILURES[failure.code].exitCode;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'something went wrong';
}
