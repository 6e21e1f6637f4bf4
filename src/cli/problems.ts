import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { fieldError, hasErrors, type Problem, type Severity } from '../core/model/problem.ts';
import { formatEqual, groupEqual } from './equal-problems.ts';
import { systemMessage } from './terminal.ts';

/**
 * The exit code of all commands. 0: success. 1: invalid input, a refusal or a failed Build. 2: an invalid option or environment
 * variable. 130: the user ended a wait with Ctrl-C.
 */
export type ExitCode = 0 | 1 | 2 | 130;

/** Ends a command with problems and an exit code. */
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

/** Returns a failure with exit code 1 and an error for each message. There can be more messages than a call may have arguments. */
export function failure(messages: string | readonly string[]): CommandFailure {
  return new CommandFailure(
    [messages].flat().map((message) => fieldError([], message)),
    1,
  );
}

/** Returns a failure with exit code 2, for wrong options or arguments. */
export function misuse(messages: string | readonly string[]): CommandFailure {
  return new CommandFailure(failure(messages).problems, 2);
}

/** Returns a rejection handler that throws a `failure` with the subject and the system's reason: `reading(file).catch(systemFailure(file))`. */
export function systemFailure(subject: string): (error: unknown) => never {
  return (error) => {
    throw failure(`${subject}: ${systemMessage(error)}`);
  };
}

/** Prints warnings and notes. If there is an error, throws a `CommandFailure` with all problems instead. */
export function reportOrFail(problems: readonly Problem[], errors: Writable, exitCode: ExitCode = 1): void {
  if (hasErrors(problems)) throw new CommandFailure(problems, exitCode);
  reportProblems(problems, errors);
}

/** Prints problems, one per line. Equal warnings and notes share a line. */
export function reportProblems(problems: readonly Problem[], errors: Writable): void {
  if (problems.length === 0) return;
  errors.write(
    groupEqual(problems)
      .map((group) => `${severityLabel(group.first.severity, errors)} ${formatEqual(group)}\n`)
      .join(''),
  );
}

const COLOURS = { error: 'red', warning: 'yellow', note: 'cyan' } as const satisfies Record<Severity, string>;

/** Returns `error:`, `warning:` or `note:`, in colour if the stream is a terminal and NO_COLOR is not set. */
export function severityLabel(severity: Severity, stream: Writable): string {
  // A single format, because Node 20 ignores the stream if it gets a list of formats.
  return styleText(COLOURS[severity], `${severity}:`, { stream });
}
