import { MESH_ADVICE } from '../../../http/error-code.ts';
import type { PrepareFailure } from '../../../model/step-failures/prepare-failures.ts';
import { PrepareError } from '../../step-error.ts';
import { diskFull } from '../failures.ts';

/** The message for a redirect. git is configured to follow none. */
const REDIRECTED =
  'the git server redirects to a URL that is not that of the repository: use the final URL in the source';

/** True for the error of a git that the server redirects. */
export function isRedirected(error: unknown): boolean {
  return error instanceof PrepareError && error.message.startsWith(REDIRECTED);
}

/** The messages of git, curl and OpenSSH, the most specific first. */
const KNOWN_FAILURES: readonly (readonly [RegExp, PrepareFailure, string])[] = [
  [
    /died of signal 9|ended by SIGKILL/,
    'PrepareFailed',
    // The controller recognizes the beginning of this message (src/controllers/builds/failure/memory-shortage.ts).
    'a process of git was killed, most likely because it needs more memory than the limit: raise the memory limit in the resources of the Build',
  ],
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/i,
    'HostKeyUnknown',
    'the host key of the SSH server is not in known_hosts: check that the server is the right one, then correct known_hosts in the Secret',
  ],
  [
    /SSL certificate problem|certificate verification failed|server certificate|SSL_ERROR|gnutls_handshake|TLS connect error|SSL: /i,
    'TlsFailed',
    'the TLS certificate of the git server is not trusted: add its certificate authority to a ConfigMap with the label taskpack.dev/network',
  ],
  [/returned error: 3\d\d|unable to update url base from redirection/i, 'SourceNotFound', REDIRECTED],
  [
    /Authentication failed|could not read Username|could not read Password|Permission denied|returned error: 40[13]|terminal prompts disabled|Invalid username or password/i,
    'SourceDenied',
    'the git server denies access: check that the ServiceAccount has a Secret for the host and that its user may read the repository',
  ],
  [
    /couldn't find remote ref|not our ref|mismatched algorithms: client sha1; server sha256|unadvertised object|reference is not a tree|Needed a single revision|no such remote ref/i,
    'RevisionNotFound',
    'the repository does not have the revision: correct the revision',
  ],
  [/returned error: (?:429|5\d\d)/i, 'ServerUnavailable', 'the git server is unavailable: try again later'],
  [
    /returned error: 404|repository .{0,1000}not found|does not appear to be a git repository|Repository not found|not exported/i,
    'SourceNotFound',
    'the git server does not have the repository: correct the URL',
  ],
  [
    /No url found for submodule path/,
    'SourceUnsupported',
    '.gitmodules has no URL for a submodule of the commit: add the URL, remove the submodule, or disable submodules',
  ],
  [
    /transport '[^']*' not allowed/i,
    'SourceUnsupported',
    'a submodule uses a protocol that is not allowed: use https, http, ssh or git',
  ],
  [
    // git writes these lines of the server with the prefix (git, sideband.c; upload-pack.c, create_pack_file).
    /^remote: .*(?:repository corruption|unable to read|bad (?:tree )?object|is corrupt|could not parse|inflate: data stream error|missing (?:blob|tree|commit|object)|object directory \S+ does not exist|packfile \S+ cannot be)/im,
    'RepositoryBroken',
    'the git server cannot read its repository: have the repository repaired on the server',
  ],
  [
    /Connection reset|Empty reply/i,
    'NetworkFailed',
    `the git server closes the connection: check the URL, proxies and network policies; ${MESH_ADVICE}`,
  ],
  [
    /Could not resolve host|Failed to connect|Connection (?:refused|closed|timed out)|Operation timed out|Operation too slow|early EOF|hung up|RPC failed|Network is unreachable|No route to host|Name or service not known|Couldn't connect|kex_exchange_identification/i,
    'NetworkFailed',
    'cannot connect to the git server: check the URL, DNS, proxies and network policies',
  ],
];

/**
 * Returns the error for a failed git command by its standard error. `server` is the host that the command contacted; the other
 * messages are about the git server anyway.
 */
export function gitFailure(errors: string, redact: (text: string) => string, server?: string): PrepareError {
  if (/No space left on device|Disk quota exceeded/i.test(errors)) return diskFull();
  const unknown = server === undefined ? 'git failed' : `git failed while it communicated with ${server}`;
  const [, code = 'PrepareFailed', message = unknown] = KNOWN_FAILURES.find(([pattern]) => pattern.test(errors)) ?? [];
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
