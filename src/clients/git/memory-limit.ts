/** A limit for the memory of git, and for that of each program that git starts. */
export interface MemoryLimit {
  readonly maxKib: number;
  /** Returns the error for a git that needs more memory. */
  readonly exceeded: () => Error;
}

/** A program and its arguments. */
type Command = readonly [program: string, args: readonly string[]];

/** The shell gets all values as arguments, so it never interprets them. */
const SCRIPT = 'ulimit -v "$0" && exec "$@"';

/** The exit status of a shell that does not find the program (POSIX, "Exit Status for Commands"). */
const NOT_FOUND = 127;

/** Returns the command that runs a command with a limit. Node cannot limit the memory of a child process. */
export function withMemoryLimit([program, args]: Command, limit: MemoryLimit | undefined): Command {
  if (limit === undefined) return [program, args];
  return ['/bin/sh', ['-c', SCRIPT, `${limit.maxKib}`, program, ...args]];
}

/** True if the shell that sets the limit did not find the program. */
export function isNotFound(status: unknown, limit: MemoryLimit | undefined): boolean {
  return limit !== undefined && status === NOT_FOUND;
}
