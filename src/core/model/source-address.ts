import { lengthFault, parseUrl } from './bounded-url.ts';

/** The address of a git repository: a URL, or the scp-like syntax. */
export type GitLocation =
  | { readonly kind: 'scp'; readonly host: string }
  | { readonly kind: 'url'; readonly url: URL; readonly scheme: 'http' | 'https' | 'ssh' | 'git' };

/**
 * The scp-like syntax `[user@]host:path` (git-clone(1), "GIT URLS"). The colon comes before the first slash. A hyphen at the
 * beginning would be an option of git or OpenSSH.
 */
const SCP_LIKE = /^(?:[\w.+][\w.+-]*@)?(?<host>[\w.][\w.-]*|\[[0-9a-fA-F:]+\]):(?!\/\/|:)(?<path>[^-].*)$/;

/**
 * The beginning of a URL for ssh or git. git decodes these URLs before it splits them, and their host ends at a slash only. So
 * with other characters, git would contact another host than the one that a URL parser finds and taskpack checks.
 */
const SSH_OR_GIT =
  /^(?:ssh|git):\/\/(?:[\w.+][\w.+-]*(?::[^@/?#\\\s]*)?@)?(?:[\w.][\w.-]*|\[[0-9a-fA-F:.]+\])(?::\d+)?(?:\/|$)/i;

/** Reads the address of a git repository. Returns `undefined` for other texts, including long ones and paths of local files. */
export function readGitLocation(text: string): GitLocation | undefined {
  if (lengthFault(text) !== undefined) return undefined;
  const scp = SCP_LIKE.exec(text)?.groups;
  if (scp !== undefined) return { kind: 'scp', host: scp['host'] ?? '' };
  const url = parseUrl(text);
  if (url === undefined || url.hostname === '' || /[\s%"\\]/.test(url.host)) return undefined;
  const scheme = url.protocol.slice(0, -1);
  if (scheme === 'http' || scheme === 'https') return { kind: 'url', url, scheme };
  const isPlain = SSH_OR_GIT.test(text);
  return isPlain && (scheme === 'ssh' || scheme === 'git') ? { kind: 'url', url, scheme } : undefined;
}

/** Returns why prepare cannot fetch from a text; `undefined` if it can. The clause follows the name of the text. */
export function gitAddressFault(text: string): string | undefined {
  const location = readGitLocation(text);
  if (location === undefined) {
    return lengthFault(text) ?? `is not the address of a git repository: use ${GIT_LOCATIONS}`;
  }
  const { hash = '', protocol = '' } = location.kind === 'url' ? location.url : {};
  return hash !== '' && protocol.startsWith('http')
    ? 'has a fragment, which git does not send to the server: remove # and what follows, and write the branch, tag or commit in "revision"'
    : undefined;
}

/** A token of a git host has at least 20 characters. A shorter user is a name, as in the URLs that Azure DevOps shows. */
const TOKEN = /^[\w-]{20,}$/;

/** True if a URL has a password, or a user that can be a token. The user of an SSH URL is not a secret. */
export function hasLogin({ protocol, username, password }: URL): boolean {
  return password !== '' || ((protocol === 'https:' || protocol === 'http:') && TOKEN.test(username));
}

/** The addresses of git repositories that taskpack supports, for messages. */
export const GIT_LOCATIONS = 'https://…, http://…, ssh://…, git://… or USER@HOST:PATH';

/** Reads the URL of a blob. Returns `undefined` for a long text, and for a text that is not an HTTP URL. */
export function readBlobUrl(text: string): URL | undefined {
  const url = parseUrl(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}
