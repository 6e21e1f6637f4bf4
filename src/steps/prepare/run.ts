import { endBy } from '../step-end.ts';
import type { RunCommand } from './command-line.ts';
import { prepare } from './prepare.ts';
import { refuseExposedSecrets } from './exposed-secrets.ts';
import { systemError } from '../../core/model/step-failures/system-error.ts';
import { readTaskArguments } from './task/task-arguments.ts';
import { prepareSource } from './task/prepare-source.ts';
import { prepareTask } from './task/prepare-task.ts';
import { readDirectories, setGroup } from './task/set-group.ts';
import { readSourceArguments } from './task/source-arguments.ts';
import type { PrepareDependencies } from './dependencies.ts';

/** Runs a command and prints one line if it fails. Returns the exit code. */
export async function run(
  dependencies: PrepareDependencies,
  command: RunCommand,
  printError: (line: string) => void,
): Promise<number> {
  try {
    await runCommand(dependencies, command);
    return 0;
  } catch (error) {
    const failure = systemError(error, 'PrepareFailed', error instanceof Error ? error.message : 'unknown error');
    const { line, exitCode } = endBy(failure, 'PrepareFailed', dependencies.redaction.redact, dependencies.signal);
    printError(line);
    return exitCode;
  }
}

async function runCommand(dependencies: PrepareDependencies, command: RunCommand): Promise<void> {
  switch (command.kind) {
    case 'prepare':
      await refuseExposedSecrets(dependencies.tektonSecrets);
      return prepare(dependencies);
    case 'task':
      return prepareTask(dependencies, readTaskArguments(command.args));
    case 'volumes':
      return setGroup(dependencies, readDirectories(command.args));
    case 'source':
      return prepareSource(dependencies, readSourceArguments(command.args));
  }
}
