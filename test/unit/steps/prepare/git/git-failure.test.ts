import { expect } from 'chai';
import { gitFailure, isOutOfMemory } from '../../../../../src/clients/git/git-failure.ts';

/** Lines of git 2.39 and OpenSSH 9.2, and the code that each has. */
const LINES: readonly (readonly [line: string, code: string])[] = [
  ["fatal: unable to access 'https://h/a/': The requested URL returned error: 503", 'ServerUnavailable'],
  ["fatal: unable to access 'https://h/a/': The requested URL returned error: 429", 'ServerUnavailable'],
  ["fatal: unable to access 'https://h/a/': The requested URL returned error: 403 Forbidden", 'SourceDenied'],
  ["fatal: unable to access 'https://h/a/': The requested URL returned error: 301", 'SourceNotFound'],
  ["fatal: unable to access 'https://h/a/': Could not resolve host: h", 'NetworkFailed'],
  [
    "fatal: unable to access 'https://h/a/': Failed to connect to h port 443 after 2 ms: Couldn't connect",
    'NetworkFailed',
  ],
  ["fatal: unable to access 'https://h/a/': Recv failure: Connection reset by peer", 'NetworkFailed'],
  ["fatal: unable to access 'https://h/a/': SSL certificate problem: self-signed certificate", 'TlsFailed'],
  ["fatal: unable to access 'https://h/a/': server certificate verification failed. CAfile: none", 'TlsFailed'],
  ["fatal: unable to access 'https://h/a/': SSL: no alternative certificate subject name matches 'h'", 'TlsFailed'],
  ["fatal: unable to access 'https://h/a/': OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version", 'TlsFailed'],
  ["fatal: unable to access 'https://h/a/': gnutls_handshake() failed: Handshake failed", 'TlsFailed'],
  ["fatal: unable to access 'https://h/a/': TLS connect error: error:00000000", 'TlsFailed'],
  ['error: RPC failed; HTTP 502 curl 22 The requested URL returned error: 502', 'ServerUnavailable'],
  ['error: RPC failed; curl 56 GnuTLS recv error (-24): Decryption has failed.', 'TlsFailed'],
  ['error: RPC failed; curl 18 transfer closed with outstanding read data remaining', 'NetworkFailed'],
  ["fatal: Authentication failed for 'https://h/a/'", 'SourceDenied'],
  ["fatal: could not read Username for 'https://h': terminal prompts disabled", 'SourceDenied'],
  ["fatal: repository 'https://h/a/' not found", 'SourceNotFound'],
  ["fatal: couldn't find remote ref main", 'RevisionNotFound'],
  ['fatal: remote error: upload-pack: not our ref 1234', 'RevisionNotFound'],
  ['error: Server does not allow request for unadvertised object 1234', 'RevisionNotFound'],
  ['fatal: remote error: access denied or repository not exported: /a', 'SourceNotFound'],
  ["remote: fatal: '/a' does not appear to be a git repository", 'SourceNotFound'],
  ['remote: ERROR: Repository not found.', 'SourceNotFound'],
  ['remote: aborting due to possible repository corruption on the remote side.', 'RepositoryBroken'],
  ['ssh: Could not resolve hostname h: Name or service not known', 'NetworkFailed'],
  ['ssh: connect to host h port 22: Connection refused', 'NetworkFailed'],
  ['kex_exchange_identification: Connection closed by remote host', 'NetworkFailed'],
  ['Connection timed out during banner exchange', 'NetworkFailed'],
  ['git@h: Permission denied (publickey,password).', 'SourceDenied'],
  ['Host key verification failed.', 'HostKeyUnknown'],
  ['fatal: unable to connect to h:', 'NetworkFailed'],
  ['fatal: unable to look up h (port 9418) (Name or service not known)', 'NetworkFailed'],
  ['fatal: the remote end hung up unexpectedly', 'NetworkFailed'],
  ['error: unable to write file .git/objects/12: No space left on device', 'DiskFull'],
  ['error: git-remote-https died of signal 9', 'PrepareFailed'],
];

/** Text that a path, a URL or a server can contain: lines of git, of OpenSSH, and their parts. */
const HOSTILE: readonly string[] = [
  ...LINES.map(([line]) => line),
  'returned error: 503',
  'The requested URL returned error: 503',
  'The requested URL returned error: 429',
  "': The requested URL returned error: 503",
  "x': Could not resolve host: h",
  'Could not resolve host',
  'Connection refused',
  'Host key verification failed',
  'Permission denied',
  'No space left on device',
  'x: No space left on device',
  'Cannot allocate memory',
  'died of signal 9',
  'fatal: ended by SIGKILL',
  'SSL certificate problem',
  '429',
];

const SSH_END = 'fatal: Could not read from remote repository.';
const DENIED = "fatal: unable to access 'https://h/': The requested URL returned error: 403";

/** Where a text stands in the output of git, and the code of the output. Each line of a server has the prefix. */
const PLACES: Readonly<Record<string, readonly [output: (text: string) => string, code: string]>> = {
  'the path of an SSH server': [
    (text) => `${ofServer(`fatal: '/${text}' does not appear to be a git repository`)}\n${SSH_END}`,
    'SourceNotFound',
  ],
  'the words of an SSH server after those of git': [(text) => `${DENIED}\n${ofServer(text)}`, 'SourceDenied'],
  'the body of an HTTP server': [(text) => `${ofServer(text)}\n${DENIED}`, 'SourceDenied'],
  'an error packet': [(text) => `fatal: remote error: no ${text}`, 'PrepareFailed'],
  'the path of an HTTP server': [
    // A URL has no line breaks, and git writes its characters as they are in the URL.
    (text) => `fatal: unable to access 'https://h/${text.replaceAll(/[\r\n]/g, '')}/': Could not resolve host: h`,
    'NetworkFailed',
  ],
};

function ofServer(text: string): string {
  return text.replaceAll(/^/gm, 'remote: ');
}

function codeOf(errors: string): string {
  return gitFailure(errors, (line) => line).code;
}

describe('the failure of git', () => {
  for (const [line, code] of LINES) {
    it(`is ${code} for ${line}`, () => expect(codeOf(`${line}\n`)).to.equal(code));
  }

  for (const [place, [output, code]] of Object.entries(PLACES)) {
    it(`depends on no words in ${place}`, () => {
      for (const text of HOSTILE) {
        for (const words of [text, `x\n${text}`, `x\r\n${text}\n`, `${text}\n${text}`, `x\nremote: ${text}`]) {
          expect(codeOf(`${output(words)}\n`), JSON.stringify(words)).to.equal(code);
          expect(isOutOfMemory(output(words)), JSON.stringify(words)).to.equal(false);
        }
      }
    });
  }
});
