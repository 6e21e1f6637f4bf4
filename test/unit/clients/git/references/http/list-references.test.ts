import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import type { GitError } from '../../../../../../src/clients/git/references/git-error.ts';
import { dataPacket } from '../../../../../../src/clients/git/references/http/packets.ts';
import { gitFailure, GitOverHttp } from '../../../../../support/git-over-http.ts';

const ADVERTISEMENT = { 'content-type': 'application/x-git-upload-pack-advertisement' };
const RESULT = { 'content-type': 'application/x-git-upload-pack-result' };
const REFERENCE_LINES = Array.from({ length: 1_000 }, (_, index) =>
  dataPacket(`${'a'.repeat(40)} refs/heads/${index}-0123456789`),
).join('');
const NAMES = ['refs/heads/main', 'refs/tags/v1'];

describe('the references of a git server with faults', () => {
  const git = new GitOverHttp();
  afterEach(async () => git.end());

  for (const [status, reason] of [
    [401, 'SourceDenied'],
    [403, 'SourceDenied'],
    [404, 'SourceNotFound'],
    [429, 'ServerUnavailable'],
    [503, 'ServerUnavailable'],
    [418, 'InvalidResponse'],
  ] as const) {
    it(`fail with ${reason} after the status ${status}`, async () => {
      const url = await git.serve((_, response) => void response.writeHead(status).end());
      expect(await gitFailure(git.list(url, NAMES))).to.match(new RegExp(`^${reason}: .*${status}`));
    });
  }

  it('fail with the delay that the server asks for', async () => {
    const url = await git.serve((_, response) => void response.writeHead(429, { 'retry-after': '7' }).end());
    const error: unknown = await git.list(url, NAMES).catch((thrown: unknown) => thrown);
    expect((error as GitError).retryAfterMs).to.equal(7_000);
  });

  it('fail if the server breaks the connection', async () => {
    const url = await git.serve((request) => void request.socket.destroy());
    expect(await gitFailure(git.list(url, NAMES))).to.match(/^NetworkFailed: /);
  });

  const answers: Readonly<Record<string, readonly [(response: ServerResponse) => void, RegExp]>> = {
    'another type of content': [
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`${dataPacket('version 2')}0000`),
      /^InvalidResponse: .*does not speak git's HTTP protocol/,
    ],
    garbage: [(response) => response.writeHead(200, ADVERTISEMENT).end('<p>hello</p>'), /^InvalidResponse/],
    nothing: [(response) => response.writeHead(200, ADVERTISEMENT).end(), /^NetworkFailed.*too early/],
    'a list without an end': [
      (response) => response.writeHead(200, ADVERTISEMENT).end(dataPacket('version 2') + dataPacket('ls-refs')),
      /^NetworkFailed.*too early/,
    ],
    'a message': [
      (response) => response.writeHead(200, ADVERTISEMENT).end(`${dataPacket('ERR my secret')}0000`),
      /^SourceNotFound/,
    ],
    'no ls-refs': [
      (response) => response.writeHead(200, ADVERTISEMENT).end(`${dataPacket('version 2')}0000`),
      /^InvalidResponse/,
    ],
    silence: [() => undefined, /^NetworkFailed: 127.0.0.1:\d+ does not respond in time/],
    'silence after a beginning': [
      (response) => void response.writeHead(200, ADVERTISEMENT).write(dataPacket('version 2')),
      /^NetworkFailed: 127.0.0.1:\d+ does not respond in time/,
    ],
    'a redirect to itself': [
      (response) => response.writeHead(302, { location: '/app.git/info/refs' }).end(),
      /^InvalidResponse: .* redirects more than 10 times/,
    ],
    'a redirect to a web page': [
      (response) => response.writeHead(302, { location: '/login?next=info/refs' }).end(),
      /^InvalidResponse: .* redirects to a URL that is not a git repository/,
    ],
    'references without end': [
      (response) => endless(response, REFERENCE_LINES),
      /^InvalidResponse: .*sends more than the 33554432 bytes .*: use a git server with version 2/,
    ],
    'capabilities without end': [
      (response) => endless(response, dataPacket('a=b').repeat(1_000), dataPacket('version 2')),
      /^InvalidResponse: .*sends more than the 65536 bytes .*: check that the URL/,
    ],
    'headers without end': [
      (response) => response.writeHead(200, { ...ADVERTISEMENT, 'x-long': 'a'.repeat(100_000) }).end(),
      /^InvalidResponse: .*longer than taskpack reads: check the URL/,
    ],
  };
  for (const [what, [answer, message]] of Object.entries(answers)) {
    it(`fail if the server sends ${what}`, async function () {
      this.timeout(60_000);
      const url = await git.serve((_, response) => answer(response));
      // A busy machine can pause for more than a second in 32 MiB.
      const idleMs = what.startsWith('silence') ? 300 : 30_000;
      expect(await gitFailure(git.list(url, NAMES, { idleMs }))).to.match(message);
    });
  }

  it('fail if the server sends references of other names without end', async function () {
    this.timeout(60_000);
    const url = await git.serve(({ method }, response) => {
      if (method === 'POST') return endless(response, REFERENCE_LINES, '', RESULT);
      return response.writeHead(200, ADVERTISEMENT).end(`${dataPacket('version 2')}${dataPacket('ls-refs')}0000`);
    });
    expect(await gitFailure(git.list(url, NAMES))).to.match(
      /^InvalidResponse: .*more than the 4194304 bytes .*: use a revision/,
    );
  });

  it('have one timeout for all redirects', async function () {
    this.timeout(60_000);
    let requests = 0;
    const url = await git.serve((_, response) => {
      requests += 1;
      setTimeout(() => response.writeHead(302, { location: '/app.git/info/refs' }).end(), 600);
    });
    expect(await gitFailure(git.list(url, NAMES, { totalMs: 1_000 }))).to.match(
      /^NetworkFailed: .* does not answer in time/,
    );
    expect(requests).to.be.lessThan(6);
  });

  it('end with the reason of an aborted signal', async () => {
    const url = await git.serve(() => undefined);
    const stop = new AbortController();
    const references = git.list(url, NAMES, { signal: stop.signal });
    stop.abort(new Error('over'));
    expect(String(await references.catch((thrown: unknown) => thrown))).to.equal('Error: over');
  });
});

/** Sends lines until the client ends the connection. */
function endless(response: ServerResponse, lines: string, start = '', headers = ADVERTISEMENT): void {
  response.writeHead(200, headers);
  response.write(start);
  const more = (): void => {
    while (!response.destroyed && response.write(lines));
  };
  response.on('drain', more);
  more();
}
