import { MESH_ADVICE } from '../../core/model/error-code.ts';
import type { PrepareFailure } from '../../core/model/step-failures/prepare-failures.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import { diskFull } from '../../core/model/step-failures/system-error.ts';

/** The message for a redirect. git is configured to follow none. */
const REDIRECTED =
  'the git server redirects to a URL that is not that of the repository: use the final URL in the source';

/** True for the error of a git that the server redirects. */
export function isRedirected(error: unknown): boolean {
  return error instanceof PrepareError && error.message.startsWith(REDIRECTED);
}

interface KnownFailure {
  /** A line of git or OpenSSH, from its beginning. */
  readonly own?: RegExp;
  /** A line of the server, without its prefix. */
  readonly server?: RegExp;
  readonly code: PrepareFailure;
  readonly message: string;
}

/** The beginning of git's lines about a request over HTTP, which a message of curl follows. See `withoutUrl`. */
const HTTP = String.raw`^(?:fatal: unable to access: |error: RPC failed; (?:HTTP \d+ )?(?:curl \d+ )?)`;

/** A pattern that matches nothing. */
const NOTHING = '(?!)';

/** Returns the pattern of some lines about requests over HTTP, and of other lines of git or OpenSSH. */
function ownLine(curl: string, others = NOTHING): RegExp {
  return new RegExp(`${HTTP}(?:${curl})|^(?:${others})`, 'mi');
}

/** Returns the pattern of an HTTP status in a message of curl. Some versions add the server's reason phrase. */
function status(codes: string): string {
  return `The requested URL returned error: (?:${codes})(?: .*)?$`;
}

/** The messages of git, curl and OpenSSH, the most specific first. */
const KNOWN_FAILURES: readonly KnownFailure[] = [
  {
    own: /^(?:error|fatal|warning): [\w ./-]+ died of signal 9$|^fatal: ended by SIGKILL$/m,
    code: 'PrepareFailed',
    // The controller recognizes the beginning of this message (src/controller/builds/failure/memory-shortage.ts).
    message:
      'a process of git was killed, most likely because it needs more memory than the limit: raise the memory limit in the resources of the Build',
  },
  {
    own: /^(?:Host key verification failed|@ +WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED)/im,
    code: 'HostKeyUnknown',
    message:
      'the host key of the SSH server is not in known_hosts: check that the server is the right one, then correct known_hosts in the Secret',
  },
  {
    own: ownLine(
      '(?:Open|Libre)?SSL[ /:]|server certificate|certificate verification failed|gnutls_handshake|GnuTLS|TLS |error:[0-9A-F]+:SSL',
    ),
    code: 'TlsFailed',
    message:
      'the TLS certificate of the git server is not trusted: add its certificate authority to a ConfigMap with the label taskpack.dev/network',
  },
  {
    own: ownLine(status(String.raw`3\d\d`), 'fatal: unable to update url base from redirection'),
    code: 'SourceNotFound',
    message: REDIRECTED,
  },
  {
    own: ownLine(
      status('40[13]'),
      String.raw`fatal: Authentication failed for |fatal: could not read (?:Username|Password) for |\S+: Permission denied \([\w,.@-]*\)\.?$`,
    ),
    code: 'SourceDenied',
    message:
      'the git server denies access: check that the ServiceAccount has a Secret for the host and that its user may read the repository',
  },
  {
    own: /^(?:fatal|error): (?:couldn't find remote ref|no such remote ref|mismatched algorithms: client sha1; server sha256|(?:remote error: )?(?:git )?upload-pack: not our ref|Server does not allow request for unadvertised object|reference is not a tree|Needed a single revision)/im,
    code: 'RevisionNotFound',
    message: 'the repository does not have the revision: correct the revision',
  },
  {
    own: ownLine(status(String.raw`429|5\d\d`)),
    code: 'ServerUnavailable',
    message: 'the git server is unavailable: try again later',
  },
  {
    own: ownLine(
      status('404'),
      String.raw`fatal: repository not found$|fatal: remote error: (?:access denied or )?repository not (?:found|exported)`,
    ),
    server: /does not appear to be a git repository|repository .{0,1000}not found|Repository not found|not exported/i,
    code: 'SourceNotFound',
    message: 'the git server does not have the repository: correct the URL',
  },
  {
    own: /^fatal: No url found for submodule path/m,
    code: 'SourceUnsupported',
    message:
      '.gitmodules has no URL for a submodule of the commit: add the URL, remove the submodule, or disable submodules',
  },
  {
    own: /^fatal: transport '[^']*' not allowed/im,
    code: 'SourceUnsupported',
    message: 'a submodule uses a protocol that is not allowed: use https, http, ssh or git',
  },
  {
    // Lines of upload-pack (git, upload-pack.c, create_pack_file).
    server:
      /repository corruption|unable to read|bad (?:tree )?object|is corrupt|could not parse|inflate: data stream error|missing (?:blob|tree|commit|object)|object directory \S+ does not exist|packfile \S+ cannot be/i,
    code: 'RepositoryBroken',
    message: 'the git server cannot read its repository: have the repository repaired on the server',
  },
  {
    own: ownLine(
      '(?:Recv|Send) failure: Connection (?:was )?reset|Empty reply',
      String.raw`fatal: read error: Connection reset|(?:kex_exchange_identification: )?(?:read: )?Connection reset by |Read from remote host \S+: Connection reset`,
    ),
    code: 'NetworkFailed',
    message: `the git server closes the connection: check the URL, proxies and network policies; ${MESH_ADVICE}`,
  },
  {
    own: /^(?:fatal: (?:unable to access: |early EOF|the remote end hung up|read error: |unable to connect to |unable to look up )|error: RPC failed|ssh: (?:Could not resolve hostname|connect to host) |kex_exchange_identification: |Connection (?:closed|timed out)|Connection to \S+ port \d+ timed out|Timeout, server )/im,
    code: 'NetworkFailed',
    message: 'cannot connect to the git server: check the URL, DNS, proxies and network policies',
  },
];

/** git writes this before each line of an HTTP server, and the program that runs ssh before each line of an SSH server. */
export const SERVER_PREFIX = 'remote: ';

/** An error packet: the text of the server follows in the same line, and can have more lines. */
const REPORTED = 'fatal: remote error: ';

/** The lines in the standard error of git. */
interface ErrorLines {
  /** Of git and OpenSSH themselves. The server and the author of a URL choose no beginning of these lines. */
  readonly own: string;
  /** Of the server, without the prefix. */
  readonly server: string;
}

/** Separates what a server or a URL can contain from what git says. */
function separated(errors: string): ErrorLines {
  const all = errors.split(/[\r\n]+/);
  const reported = all.findIndex((line) => line.startsWith(REPORTED));
  const lines = reported < 0 ? all : all.slice(0, reported + 1);
  const server = lines.filter(isOfServer).map((line) => line.slice(SERVER_PREFIX.length));
  const own = lines.filter((line) => !isOfServer(line)).map(withoutUrl);
  return { own: own.join('\n'), server: server.join('\n') };
}

function isOfServer(line: string): boolean {
  return line.startsWith(SERVER_PREFIX);
}

/** Removes the URL from git's line about an HTTP request, because its author chooses the URL. The messages of curl have no `': `. */
function withoutUrl(line: string): string {
  const [access, missing] = ["fatal: unable to access '", "fatal: repository '"];
  if (line.startsWith(access)) return `fatal: unable to access: ${line.slice(line.lastIndexOf("': ") + 3)}`;
  return line.startsWith(missing) && line.endsWith("' not found") ? 'fatal: repository not found' : line;
}

/** True if git or one of its programs failed because it got no more memory. */
export function isOutOfMemory(errors: string): boolean {
  const { own } = separated(errors);
  return /^fatal: Out of memory|^(?:error|fatal): (?!remote error: ).*Cannot allocate memory$|^\w+: out of memory/m.test(
    own,
  );
}

/**
 * Returns the error for a failed git command by its standard error. `server` is the host that the command contacted; the other
 * messages are about the git server anyway. Without `redact`, the message has no text of git or the server.
 */
export function gitFailure(errors: string, redact?: (text: string) => string, server?: string): PrepareError {
  const text = separated(errors);
  if (/^(?:fatal|error): (?!remote error: )(?:.*: )?(?:No space left on device|Disk quota exceeded)$/im.test(text.own))
    return diskFull();
  const unknown = server === undefined ? 'git failed' : `git failed while it communicated with ${server}`;
  const isKnown = (known: KnownFailure): boolean =>
    known.own?.test(text.own) === true || known.server?.test(text.server) === true;
  const { code = 'PrepareFailed', message = unknown } = KNOWN_FAILURES.find(isKnown) ?? {};
  if (redact === undefined) return new PrepareError(code, message);
  const lines = [lastError(errors), ...serverLines(errors)].map((line) => redact(line));
  return new PrepareError(code, `${message} (git: ${lines.join('; ')})`);
}

const MAX_SERVER_LINES = 3;

/** Returns the first lines that the server sent: they give the cause, and git's own line often only the effect. */
function serverLines(errors: string): readonly string[] {
  const lines = errors.split(/[\r\n]+/).filter((line) => /^remote: \S/.test(line) && !isProgress(line));
  return [...new Set(lines)].slice(0, MAX_SERVER_LINES);
}

function isProgress(line: string): boolean {
  return /^remote: (?:Enumerating|Counting|Compressing|Total) /.test(line);
}

/** Returns the last line that begins with `fatal:` or `error:`, or else the last line. */
function lastError(errors: string): string {
  const lines = errors.split('\n').filter((line) => line.trim() !== '');
  return lines.findLast((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? 'no error message';
}
