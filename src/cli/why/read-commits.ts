import { repositoryId } from '../../clients/git/references/repository-id.ts';
import {
  rangeText,
  type CommitList,
  type CommitRange,
  type CommitRangeView,
  type CommitView,
  type WantedCommits,
} from '../../insight/views/commit-ranges.ts';
import { failure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';
import { runProgram, type ProgramOutput } from '../../clients/run-program.ts';

/**
 * Reads commits from a clone on this machine: the directory, or the current directory if one of its remotes is the repository of the
 * Build. Rejects with `CommandFailure` if the directory is named and has no repository.
 */
export async function readCommits(
  wanted: WantedCommits | undefined,
  directory: string | undefined,
  { environment }: Pick<Terminal, 'environment'>,
): Promise<readonly CommitRangeView[]> {
  if (wanted === undefined || wanted.ranges.length === 0) return [];
  const { url, ranges } = wanted;
  const git = readOnlyGit(directory ?? '.', environment);
  const place = directory ?? 'this directory';
  const isClone = directory === undefined ? await hasRemote(git, url) : await isRepository(git, directory);
  if (!isClone) {
    const advice = `To see the commits, run the command in a clone of ${url}, or name a clone with --source.`;
    return ranges.map((range) => ({ ...range, kind: 'not-listed', advice }));
  }
  const views: CommitRangeView[] = [];
  for (const range of ranges) views.push(await readRange(git, range, place));
  return views;
}

/** True if git reads a repository in the current directory that is a clone of the address. */
async function hasRemote(git: RunGit, url: string): Promise<boolean> {
  const id = repositoryId(url);
  // The command works without git, and outside of a repository.
  const { status, output } = await git(['remote', '-v']).catch(() => ({ status: undefined, output: '' }));
  if (id === undefined || status !== 0) return false;
  return output.split('\n').some((line) => repositoryId(/^\S*\t(.+) \(\w+\)/.exec(line)?.[1] ?? '') === id);
}

async function isRepository(git: RunGit, directory: string): Promise<true> {
  const { status } = await git(['rev-parse', '--git-dir']).catch(() => {
    throw failure('git cannot be started: install it');
  });
  if (status === 0) return true;
  throw failure(`--source ${directory}: git reads no repository there. To see why, run: git -C ${directory} status`);
}

async function readRange(git: RunGit, range: CommitRange, place: string): Promise<CommitRangeView> {
  const symmetric = `${range.old}...${range.new}`;
  const { status, output } = await git(['rev-list', '--count', '--left-right', symmetric]);
  const [, left, right] = /^(\d+)\t(\d+)\n$/.exec(output) ?? [];
  if (status !== 0 || left === undefined || right === undefined) {
    return { ...range, kind: 'not-listed', advice: missing(status, range, place) };
  }
  const removed = await listCommits(git, ['--left-only', symmetric], Number(left));
  const added = await listCommits(git, ['--right-only', symmetric], Number(right));
  return { ...range, kind: 'listed', added, removed };
}

function missing(status: number | undefined, range: CommitRange, place: string): string {
  if (status === undefined) {
    return `git in ${place} did not finish within ${TIMEOUT_MS / 1000} seconds. To see the commits, run "git log ${rangeText(range)}" there.`;
  }
  return `The clone in ${place} lacks the commits ${rangeText(range)}. Run "git fetch" in it.`;
}

/** The most commits of a list. */
const MAX_COMMITS = 100;

/** git cuts longer subjects. */
const MAX_SUBJECT = 200;

async function listCommits(git: RunGit, selection: readonly string[], count: number): Promise<CommitList> {
  if (count === 0) return { count, commits: [] };
  const format = `--format=tformat:%H %<(${MAX_SUBJECT},trunc)%s`;
  // Plumbing reads no settings of "git log", which can start gpg.
  const { output } = await git(['rev-list', `--max-count=${MAX_COMMITS}`, '--encoding=UTF-8', format, ...selection]);
  return { count, commits: output.split('\n').flatMap(commitIn) };
}

/** Returns the commit of a line. A line such as "commit ID" precedes each of them. */
function commitIn(line: string): readonly CommitView[] {
  const [, id, subject] = /^([0-9a-f]{40,64}) (.*)$/.exec(line) ?? [];
  return id === undefined || subject === undefined ? [] : [{ id, subject: subject.trimEnd() }];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs git in a directory. Rejects if git cannot be started. */
type RunGit = (args: readonly string[]) => Promise<ProgramOutput>;

/** The time that git has. Listing 100 commits of a large repository takes less than a second. */
const TIMEOUT_MS = 10_000;

/** The variables that git inherits: to find programs, and the user's settings, which say which directories are safe. */
const INHERITED = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'TMPDIR', 'SYSTEMROOT', 'USERPROFILE'];

/**
 * Returns a git that only reads the repository of a directory. The repository can be hostile: its settings name programs that git
 * runs for a pager, a signature, a file system monitor or a missing object of a partial clone.
 */
function readOnlyGit(directory: string, environment: Environment): RunGit {
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
