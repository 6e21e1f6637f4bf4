import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { hostMatcher } from '../http/host-matcher.ts';
import type { Redaction } from '../http/redaction.ts';
import { startTimeouts } from '../http/timeouts.ts';
import { configureGit } from '../steps/prepare/git/configuration.ts';
import { judgeAddress } from '../steps/prepare/git/judge-address.ts';
import { makeGit } from '../steps/prepare/git/run-git.ts';
import { asGitError, GitError } from './git-error.ts';
import type { GitQuestion, Reference, References } from './references.ts';

/** How the git program is run for servers that do not speak HTTP. */
export interface GitProgram {
  /** The environment of this process. git inherits only PATH, TMPDIR and the proxy variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A folder for keys and configuration, which exist only during a question. */
  readonly folder: string;
  readonly trustUnknownSshHosts: boolean;
  readonly redaction: Redaction;
  /** Hosts, addresses and networks that may have any address, in the syntax of `NO_PROXY`. */
  readonly allowedAddresses: string;
  readonly timeoutMs: number;
}

/** Lists references by `git ls-remote`, for ssh and git's own protocol. */
export async function listByProgram(
  program: GitProgram,
  question: GitQuestion,
  signal: AbortSignal,
): Promise<References> {
  const { timeoutMs, folder } = program;
  const timer = startTimeouts({ idleMs: timeoutMs, totalMs: timeoutMs }, signal);
  const scratch = await mkdtemp(path.join(folder, 'taskpack-git-')).catch((cause: unknown) => {
    timer.stop();
    throw new GitError('GitFailed', `cannot write the configuration of git: mount a writable volume at ${folder}`, {
      cause,
    });
  });
  try {
    return await listFrom(program, question, scratch, timer.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!timer.hasExpired()) throw asGitError(error);
    const { host } = question.address;
    throw new GitError('NetworkFailed', `${host} does not respond in time: check the network, or try again later`);
  } finally {
    timer.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function listFrom(
  { environment, trustUnknownSshHosts, redaction, allowedAddresses }: GitProgram,
  { address, credentials, names }: GitQuestion,
  scratch: string,
  signal: AbortSignal,
): Promise<References> {
  const isAllowed = hostMatcher(allowedAddresses)(new URL(`http://${address.host}`));
  if (!isAllowed) await judgeAddress(address, environment, { mayBeLoopback: false });
  const configured = await configureGit({
    scratch: path.join(scratch, 'git'),
    environment,
    credentials,
    trustUnknownSshHosts,
  });
  const git = makeGit(configured, redaction.redact, signal);
  const patterns = names.flatMap((name) => [name, `${name}^{}`]);
  return parse(await git(scratch, ['ls-remote', '--', address.url, ...patterns]), new Set(names));
}

/** Parses lines of an id, a tab and a name. The commit of an annotated tag follows the tag, with `^{}` at the name's end. */
function parse(output: string, names: ReadonlySet<string>): References {
  const references = new Map<string, Reference>();
  for (const line of output.split('\n')) {
    const { id, name = '', peel } = /^(?<id>[0-9a-f]{40,64})\t(?<name>.*?)(?<peel>\^\{\})?$/.exec(line)?.groups ?? {};
    // The patterns of ls-remote also match the ends of longer names.
    if (id === undefined || !names.has(name)) continue;
    const tag = peel === undefined ? undefined : references.get(name);
    references.set(name, tag === undefined ? { id } : { ...tag, peeled: id });
  }
  return references;
}
