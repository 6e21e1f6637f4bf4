import type { Problem } from '../model/problem.ts';
import type { ExitCode } from './exit-code.ts';

/** Ends a command: everything that it found wrong, and how it exits. */
export class CommandFailure extends Error {
  readonly problems: readonly Problem[];
  readonly exitCode: ExitCode;

  constructor(problems: readonly Problem[], exitCode: ExitCode) {
    super(`${problems.length} problems`);
    this.name = 'CommandFailure';
    this.problems = problems;
    this.exitCode = exitCode;
  }
}
