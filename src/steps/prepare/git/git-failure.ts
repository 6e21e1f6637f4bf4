import type { PrepareFailure } from '../../../model/step-failures/of-prepare.ts';
import { PrepareError } from '../prepare-error.ts';
import { diskFull } from '../system-error.ts';

/** What git, curl and OpenSSH say in English, most telling first. */
const WORDS: readonly (readonly [RegExp, PrepareFailure, string])[] = [
  [
    /died of signal 9|ended by SIGKILL/,
    'PrepareFailed',
    'a process of git was killed, most likely because it needed more memory than it may have',
  ],
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/i,
    'HostKeyUnknown',
    "the SSH server's key is not the one in known_hosts",
  ],
  [
    /SSL certificate problem|certificate verification failed|server certificate|SSL_ERROR|gnutls_handshake|TLS connect error|SSL: /i,
    'TlsFailed',
    'TLS with the git server fails; is its certificate authority in the CA bundle?',
  ],
  [
    /returned error: 3\d\d|unable to update url base from redirection/i,
    'SourceNotFound',
    'the git server redirects elsewhere, where credentials are not sent; give the final address',
  ],
  [
    /Authentication failed|could not read Username|could not read Password|Permission denied|returned error: 40[13]|terminal prompts disabled|Invalid username or password/i,
    'SourceDenied',
    'the git server refuses access; check the Secret for its host, and that it may read the repository',
  ],
  [
    /couldn't find remote ref|not our ref|unadvertised object|reference is not a tree|Needed a single revision|no such remote ref/i,
    'RevisionNotFound',
    'the repository has no such revision',
  ],
  [/returned error: (?:429|5\d\d)/i, 'ServerUnavailable', 'the git server fails; try again later'],
  [
    /returned error: 404|repository .*not found|does not appear to be a git repository|Repository not found|not exported/i,
    'SourceNotFound',
    'the git server has no such repository',
  ],
  [
    /No url found for submodule path/,
    'SourceUnsupported',
    '.gitmodules has no address for a submodule of the commit: write it there, take the submodule out of the repository, or do without submodules',
  ],
  [
    /transport '[^']*' not allowed/i,
    'SourceUnsupported',
    'git may use https, http, ssh and git only; a submodule wants another way',
  ],
  [
    /Could not resolve host|Failed to connect|Connection (?:refused|reset|closed|timed out)|Operation timed out|Operation too slow|early EOF|hung up|RPC failed|Empty reply|Network is unreachable|No route to host|Name or service not known|Couldn't connect|kex_exchange_identification/i,
    'NetworkFailed',
    'the git server cannot be reached, or breaks the connection',
  ],
];

/** The error of a git that failed, by what it wrote. */
export function gitFailure(errors: string, redact: (text: string) => string): PrepareError {
  if (/No space left on device|Disk quota exceeded/i.test(errors)) return diskFull();
  const [, code = 'PrepareFailed', sentence = 'git fails'] = WORDS.find(([words]) => words.test(errors)) ?? [];
  return new PrepareError(code, `${sentence} (git: ${redact(lastWords(errors))})`);
}

/** The last line that names an error, or the last at all. */
function lastWords(errors: string): string {
  const lines = errors.split('\n').filter((line) => line.trim() !== '');
  return lines.findLast((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? 'no word of why';
}
