import { endBy } from '../step-end.ts';
import type { RunCommand } from './command-line.ts';
import { prepare } from './prepare.ts';
import { systemError } from './system-error.ts';
import { readTaskArguments } from './task/arguments.ts';
import { prepareSource } from './task/prepare-source.ts';
import { prepareTask } from './task/prepare-task.ts';
import { readSourceArguments } from './task/source-arguments.ts';
import type { World } from './world.ts';

/** Prepares, and says in one sentence why it could not. Answers the exit code. */
export async function run(world: World, command: RunCommand, printError: (line: string) => void): Promise<number> {
  try {
    await doIt(world, command);
    return 0;
  } catch (error) {
    const failure = systemError(error, 'PrepareFailed', error instanceof Error ? error.message : 'prepare fails');
    const { line, exitCode } = endBy(failure, 'PrepareFailed', world.redaction.redact, world.signal);
    printError(line);
    return exitCode;
  }
}

async function doIt(world: World, command: RunCommand): Promise<void> {
  switch (command.kind) {
    case 'prepare':
      return prepare(world);
    case 'task':
      return prepareTask(world, readTaskArguments(command.args));
    case 'source':
      return prepareSource(world, readSourceArguments(command.args));
  }
}
