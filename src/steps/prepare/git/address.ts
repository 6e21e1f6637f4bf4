import { PrepareError } from '../../step-error.ts';
import { decodedPart, publicUrl } from '../source/public-url.ts';

/** The address of a git repository. */
export interface GitAddress {
  /** The URL for git, without a password. */
  readonly url: string;
  readonly scheme: 'http' | 'https' | 'ssh' | 'git';
  /** The host, with the port if the URL has one. Credentials are matched by this value. */
  readonly host: string;
  /** The user and password of an HTTP URL. */
  readonly user?: { readonly name: string; readonly password: string };
}

/** The scp-like syntax `[user@]host:path` (git-clone(1), "GIT URLS"). The colon comes before the first slash. */
const SCP_LIKE = /^(?:[\w.+-]+@)?(?<host>[\w.-]+|\[[0-9a-fA-F:]+\]):(?!\/\/|:)(?<path>[^-].*)$/;

/** Parses an address. Throws `SourceUnsupported` for other texts, including paths of local files. */
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

/** Removes the user from the URL, because the URL appears in `.git/config`, in the log and in image labels. */
function splitUser(url: URL): Pick<GitAddress, 'url' | 'user'> {
  const plain = publicUrl(url, url.href);
  if (url.username === '') return { url: plain };
  return { url: plain, user: { name: decodedPart(url.username), password: decodedPart(url.password) } };
}

function unsupported(): PrepareError {
  return new PrepareError(
    'SourceUnsupported',
    'the URL of the git repository is not supported: use https://…, http://…, ssh://…, git://… or USER@HOST:PATH',
  );
}

/** A host name as OpenSSH writes it, and its port. */
interface SshHost {
  readonly name: string;
  readonly port: string;
}

/** Splits the host of an address, which can have a port and an IPv6 address in brackets. */
export function sshHost(host: string): SshHost {
  const [, name = '', port = '22'] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return { name: name.replaceAll(/[[\]]/g, ''), port };
}
