import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { hostMatcher } from '../../http/host-matcher.ts';
import { makeRedaction } from '../../http/redaction.ts';
import { startTimeouts } from '../../http/timeouts.ts';
import { configureGit } from '../configuration.ts';
import { checkAddress } from '../check-address.ts';
import { makeGit } from '../run-git.ts';
import { isSshUnreachable } from '../ssh-program.ts';
import { asGitError, GitError, isTemporary } from './git-error.ts';
import type { GitQuery, References, Reference } from './references.ts';

/** How the git program is run for servers that do not speak HTTP. */
export interface GitProgram {
  /** The environment of this process. git inherits only PATH, TMPDIR and the proxy variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A folder for keys and configuration, which exist only during a query. */
  readonly folder: string;
  readonly trustUnknownSshHosts: boolean;
  /** Hosts, addresses and networks that may have any address, in the syntax of `NO_PROXY`. */
  readonly allowedAddresses: string;
  readonly timeoutMs: number;
}

/** Enough for 100,000 references. Ten queries at a time fit into the controller's memory limit of 1 GiB. */
const MAX_MEMORY_MIB = 64;

/** The arguments and variables of a program have a limit of the kernel, which is 128 KiB or more (execve(2)). */
const MAX_PATTERN_BYTES = 64 * 2 ** 10;

/** Lists references by `git ls-remote`, for ssh and git's own protocol. */
export async function listByProgram(program: GitProgram, query: GitQuery, signal: AbortSignal): Promise<References> {
  const { timeoutMs, folder } = program;
  const timer = startTimeouts({ idleMs: timeoutMs, totalMs: timeoutMs }, signal);
  const scratch = await mkdtemp(path.join(folder, 'taskpack-git-')).catch((cause: unknown) => {
    timer.stop();
    throw new GitError('GitFailed', `cannot write the configuration of git: mount a writable volume at ${folder}`, {
      cause,
    });
  });
  try {
    return await listFrom(program, query, scratch, timer.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!timer.hasExpired()) throw await failureOf(error, scratch);
    const { host } = query.address;
    const message = `${host} does not respond in time: check the network, or try again later`;
    throw new GitError('NetworkFailed', message, { scope: 'login' });
  } finally {
    timer.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The server or the author of the URL can write what git prints, so only ssh's status and own lines concern the whole host. */
async function failureOf(error: unknown, scratch: string): Promise<unknown> {
  const failure = asGitError(error);
  if (!(failure instanceof GitError) || !isTemporary(failure)) return failure;
  return asGitError(error, (await isSshUnreachable(gitFolder(scratch))) ? 'host' : 'login');
}

function gitFolder(scratch: string): string {
  return path.join(scratch, 'git');
}

async function listFrom(
  { environment, trustUnknownSshHosts, allowedAddresses, timeoutMs }: GitProgram,
  { address, credentials, names, redact = makeRedaction().redact }: GitQuery,
  scratch: string,
  signal: AbortSignal,
): Promise<References> {
  const isAllowed = hostMatcher(allowedAddresses)(new URL(`http://${address.host}`));
  if (!isAllowed) await checkAddress(address, environment, { mayBeLoopback: false });
  const configured = await configureGit({
    scratch: gitFolder(scratch),
    environment,
    credentials,
    trustUnknownSshHosts,
    // ssh reports a server that does not answer before the query ends.
    connectTimeoutSeconds: Math.ceil(timeoutMs / 2_000),
  });
  const tooMuch = (what: string): GitError =>
    new GitError(
      'InvalidResponse',
      `${address.host} sends more references than ${what}: use the HTTPS URL of the repository, or one with fewer references`,
    );
  const git = makeGit(configured, redact, signal, {
    memoryLimit: {
      maxKib: MAX_MEMORY_MIB * 2 ** 10,
      exceeded: () => tooMuch(`git can read with ${MAX_MEMORY_MIB} MiB of memory`),
    },
    server: address.host,
    quotesErrors: false,
  });
  const reader = referenceReader(names, (maxBytes) => tooMuch(`fit into ${maxBytes} bytes`));
  await git(scratch, ['ls-remote', '--', address.url, ...patternsFor(names)], reader.read);
  return reader.references;
}

/** Returns the patterns for the names and their peeled tags. Without patterns, git lists all references. */
function patternsFor(names: readonly string[]): readonly string[] {
  const patterns = names.flatMap((name) => [name, `${name}^{}`]);
  return Buffer.byteLength(patterns.join('\0')) < MAX_PATTERN_BYTES ? patterns : [];
}

/** Reads the output of `git ls-remote`. */
interface ReferenceReader {
  readonly references: References;
  /** Reads the next part of the output. */
  readonly read: (chunk: string) => void;
}

/** About 200,000 references. The memory limit of git is usually reached earlier. */
const MAX_BYTES = 16 * 2 ** 20;

/**
 * Returns a reader that keeps the references with these names. It throws the error of `tooLong` for an output beyond the limit.
 * A line has an id, a tab and a name. The commit of an annotated tag follows the tag, with `^{}` at the name's end.
 */
function referenceReader(names: readonly string[], tooLong: (maxBytes: number) => Error): ReferenceReader {
  const wanted = new Set(names);
  const references = new Map<string, Reference>();
  let rest = '';
  let received = 0;
  const readLine = (line: string): void => {
    const { id, name = '', peel } = /^(?<id>[0-9a-f]{40,64})\t(?<name>.*?)(?<peel>\^\{\})?$/.exec(line)?.groups ?? {};
    // The patterns of ls-remote also match the ends of longer names.
    if (id === undefined || !wanted.has(name)) return;
    const tag = peel === undefined ? undefined : references.get(name);
    references.set(name, tag === undefined ? { id } : { ...tag, peeled: id });
  };
  return {
    references,
    read: (chunk) => {
      received += Buffer.byteLength(chunk);
      if (received > MAX_BYTES) throw tooLong(MAX_BYTES);
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(readLine);
    },
  };
}
