import { CommanderError } from 'commander';
import { CommandFailure } from './command-failure.ts';
import type { ExitCode } from './exit-code.ts';
import { createProgram } from './program.ts';
import { reportProblems } from './report.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line, without the names of node and of the program in front. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Help and version end this way too, with a code of 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandFailure)) throw error;
    reportProblems(error.problems, terminal.errors);
    return error.exitCode;
  }
}
