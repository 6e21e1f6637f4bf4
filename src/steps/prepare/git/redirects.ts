import { rm, writeFile } from 'node:fs/promises';
import { withRetries, RETRY_POLICY } from '../../../clients/http/retries.ts';
import { parseUrl } from '../../../core/model/bounded-url.ts';
import { withoutTrailing } from '../../../core/model/trailing.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { isTransient } from '../../../core/model/step-failures/system-error.ts';
import { follow, type Fields } from '../request.ts';
import { quoted } from '../../../clients/git/configuration.ts';
import { loginFor, type GitCredential } from '../../../clients/git/credentials.ts';
import { isRedirected } from '../../../clients/git/git-failure.ts';
import { eachEntry, type Git } from '../../../clients/git/run-git.ts';

export interface FollowOptions {
  readonly network: PrepareDependencies['network'];
  readonly signal: AbortSignal;
  readonly credentials: readonly GitCredential[];
  /** The file that the configuration of git includes. */
  readonly file: string;
}

/** Where a repository is after redirects. */
interface Target {
  readonly url: URL;
  /** True if only this server may get the login (`keepsServer`). */
  readonly isNamedServer: boolean;
}

const DISCOVERY = '/info/refs';

/**
 * Returns a git that follows redirects. git itself would send the login of the first server to the last one. So after a redirect, the
 * command runs again with the last URL, which has the login only if the server is the same. `.git/config` keeps the first URL.
 */
export function followingGit(git: Git, options: FollowOptions): Git {
  return async (directory, args, onOutput) => {
    try {
      return await git(directory, args, onOutput);
    } catch (error) {
      if (!isRedirected(error)) throw error;
      const urls = await urlsOf(git, directory, args);
      const targets = new Map<string, Target>();
      for (const url of urls) {
        const target = await targetOf(url, options);
        if (target !== undefined) targets.set(url, target);
      }
      return await withTargets(targets, options, async () => git(directory, args, onOutput));
    }
  };
}

/** Returns the URLs that a command contacts: that of the repository, or those of its submodules. */
async function urlsOf(git: Git, directory: string, args: readonly string[]): Promise<readonly string[]> {
  const urls: string[] = [];
  if (args[0] === 'ls-remote') return args.filter((arg) => /^https?:/.test(arg)).slice(0, 1);
  const key = args[0] === 'submodule' ? String.raw`^submodule\..*\.url$` : String.raw`^remote\.origin\.url$`;
  await eachEntry(git, directory, ['config', '--local', '-z', '--get-regexp', key], (entry) => {
    urls.push(entry.slice(entry.indexOf('\n') + 1));
  });
  return urls;
}

/** Returns the place to which a repository is redirected. Returns the URL itself if it is not redirected to a repository. */
async function targetOf(text: string, { network, signal, credentials }: FollowOptions): Promise<Target | undefined> {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  const asked = new URL(url);
  asked.username = '';
  asked.password = '';
  asked.search = '?service=git-upload-pack';
  asked.pathname = `${withoutTrailing(url.pathname, '/')}${DISCOVERY}`;
  const found = await withRetries({ ...network, policy: RETRY_POLICY, isTransient, signal }, async () =>
    follow({ network, signal }, asked, (place) => headersFor(place, credentials)),
  );
  found.answer.discard();
  const { pathname } = found.url;
  if (found.url.href === asked.href) return { url, isNamedServer: true };
  if (!pathname.endsWith(DISCOVERY)) {
    const message = `${url.host} redirects to a URL that is not a git repository: correct the URL`;
    throw new PrepareError('SourceNotFound', message);
  }
  const target = new URL(found.url.origin);
  target.pathname = pathname.slice(0, -DISCOVERY.length);
  const { isNamedServer } = found;
  return { url: isNamedServer ? Object.assign(target, loginIn(url)) : target, isNamedServer };
}

/** The user of a submodule's URL is in no other place. */
function loginIn({ username, password }: URL): Pick<URL, 'username' | 'password'> {
  return { username, password };
}

function headersFor({ url, isNamedServer }: Target, credentials: readonly GitCredential[]): Fields {
  const login = isNamedServer ? loginFor(url.origin, credentials) : undefined;
  return {
    // Some servers redirect only git.
    'user-agent': 'git/taskpack',
    'git-protocol': 'version=2',
    'accept-encoding': 'identity',
    ...(login !== undefined && { authorization: login.authorization }),
  };
}

/** Runs a command that contacts the targets in place of the URLs. */
async function withTargets(
  targets: ReadonlyMap<string, Target>,
  { file, credentials }: FollowOptions,
  work: () => Promise<string>,
): Promise<string> {
  // Each URL needs an entry, because one URL can begin with another, and git takes the longest that fits.
  const lines = [...targets].flatMap(([from, { url, isNamedServer }]) => [
    `[url ${quoted(url.href)}]\n\tinsteadOf = ${quoted(from)}`,
    ...(isNamedServer ? [] : [`[http ${quoted(url.href)}]\n\textraHeader =`]),
  ]);
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  try {
    return await work();
  } catch (error) {
    throw withoutLogin(error, targets, credentials) ?? error;
  } finally {
    await rm(file, { force: true });
  }
}

function withoutLogin(
  error: unknown,
  targets: ReadonlyMap<string, Target>,
  credentials: readonly GitCredential[],
): PrepareError | undefined {
  if (!(error instanceof PrepareError) || error.code !== 'SourceDenied') return undefined;
  for (const [from, { url, isNamedServer }] of targets) {
    const { host = '', origin = '' } = parseUrl(from) ?? {};
    if (isNamedServer || loginFor(origin, credentials) === undefined) continue;
    const message = `${host} redirects to ${url.host}, which does not get the credentials: use the final URL in the source`;
    return new PrepareError('SourceDenied', message, error);
  }
  return undefined;
}
