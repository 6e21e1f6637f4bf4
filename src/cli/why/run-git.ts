import { runProgram, type ProgramOutput } from '../../programs/run-program.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs git in a directory. Rejects if git cannot be started. */
export type RunGit = (args: readonly string[]) => Promise<ProgramOutput>;

/** The time that git has. Listing 100 commits of a large repository takes less than a second. */
export const TIMEOUT_MS = 10_000;

/** The variables that git inherits: to find programs, and the user's settings, which say which directories are safe. */
const INHERITED = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'TMPDIR', 'SYSTEMROOT', 'USERPROFILE'];

/**
 * Returns a git that only reads the repository of a directory. The repository can be hostile: its settings name programs that git
 * runs for a pager, a signature, a file system monitor or a missing object of a partial clone.
 */
export function readOnlyGit(directory: string, environment: Environment): RunGit {
  const env = {
    ...Object.fromEntries(INHERITED.map((name) => [name, environment[name]])),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Older versions of git do not read GIT_NO_LAZY_FETCH. Without a protocol, no fetch starts a program.
    GIT_ALLOW_PROTOCOL: 'none',
  };
  const fixed = ['-C', directory, '--no-pager', '--no-replace-objects', '-c', 'core.fsmonitor=false'];
  return async (args) => runProgram('git', [...fixed, ...args], { environment: env, timeoutMs: TIMEOUT_MS });
}
