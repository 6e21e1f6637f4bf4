import { GIT_LOCATIONS, gitAddressFault, readGitLocation } from '../../core/model/source-address.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import { decodedPart, publicUrl } from '../../core/model/public-url.ts';
import { lengthFault } from '../../core/model/bounded-url.ts';

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

/** True if git reaches the repository over HTTP. */
export function isHttp({ scheme }: Pick<GitAddress, 'scheme'>): boolean {
  return scheme === 'http' || scheme === 'https';
}

/** Parses an address. Throws `SourceUnsupported` for other texts, including paths of local files. */
export function parseGitAddress(text: string): GitAddress {
  const location = readGitLocation(text);
  if (location === undefined) throw unsupported(lengthFault(text) ?? `is not supported: use ${GIT_LOCATIONS}`);
  const fault = gitAddressFault(text);
  if (fault !== undefined) throw unsupported(fault);
  if (location.kind === 'scp') return { url: text, scheme: 'ssh', host: location.host };
  const { url, scheme } = location;
  if (scheme === 'http' || scheme === 'https') return { scheme, host: url.host, ...splitUser(url) };
  return { scheme, host: url.host, url: publicUrl(url, text) };
}

/** Removes the user from the URL, because the URL appears in `.git/config`, in the log and in image labels. */
function splitUser(url: URL): Pick<GitAddress, 'url' | 'user'> {
  const plain = publicUrl(url, url.href);
  if (url.username === '' && url.password === '') return { url: plain };
  return { url: plain, user: { name: decodedPart(url.username), password: decodedPart(url.password) } };
}

function unsupported(fault: string): PrepareError {
  return new PrepareError('SourceUnsupported', `the URL of the git repository ${fault}`);
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
