import { PrepareError } from '../prepare-error.ts';
import { decodedPart, publicUrl } from '../source/public-url.ts';

/** Where a repository is. */
export interface GitAddress {
  /** For git; without a password. */
  readonly url: string;
  readonly scheme: 'http' | 'https' | 'ssh' | 'git';
  /** With the port, if one is written: what credentials are for. */
  readonly host: string;
  /** What the URL itself said before the `@`, of http alone. */
  readonly user?: { readonly name: string; readonly password: string };
}

/** `[user@]host:path`, as scp has it (git-clone, "GIT URLS"): the colon comes before any slash. */
const SCP_LIKE = /^(?:[\w.+-]+@)?(?<host>[\w.-]+|\[[0-9a-fA-F:]+\]):(?!\/\/|:)(?<path>[^-].*)$/;

/** Reads an address. Throws `SourceUnsupported` for what is none, and for ways that lead into this machine. */
export function parseGitAddress(text: string): GitAddress {
  const scp = SCP_LIKE.exec(text)?.groups;
  if (scp !== undefined) return { url: text, scheme: 'ssh', host: scp['host'] ?? '' };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url?.protocol.slice(0, -1);
  if (url === undefined || url.hostname === '' || /[\s%"\\]/.test(url.host)) throw unsupported();
  if (scheme === 'http' || scheme === 'https') return { scheme, host: url.host, ...splitUser(url) };
  if (scheme === 'ssh' || scheme === 'git') return { scheme, host: url.host, url: publicUrl(url, text) };
  throw unsupported();
}

/** A password in a URL would be in the repository's configuration, in the log and in the image's labels. */
function splitUser(url: URL): Pick<GitAddress, 'url' | 'user'> {
  const plain = publicUrl(url, url.href);
  if (url.username === '') return { url: plain };
  return { url: plain, user: { name: decodedPart(url.username), password: decodedPart(url.password) } };
}

function unsupported(): PrepareError {
  return new PrepareError(
    'SourceUnsupported',
    'the address of the git repository is none of https://…, http://…, ssh://…, git://… and USER@HOST:PATH',
  );
}
