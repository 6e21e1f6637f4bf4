import { expect } from 'chai';
import type { RequestListener, ServerResponse } from 'node:http';
import { GitError } from '../../../../src/git-references/git-error.ts';
import { listOverHttp } from '../../../../src/git-references/http/list-references.ts';
import { dataPacket } from '../../../../src/git-references/http/packets.ts';
import type { References } from '../../../../src/git-references/references.ts';
import { makeDispatcher } from '../../../../src/registry/client/transport/dispatcher.ts';
import { parseGitAddress } from '../../../../src/steps/prepare/git/address.ts';
import type { GitCredential } from '../../../../src/steps/prepare/git/credentials.ts';
import { serveHttp } from '../../../cluster/registry/http-server.ts';
import { git, makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServerOptions } from '../../../cluster/sources/git-server.ts';

const ADVERTISEMENT = { 'content-type': 'application/x-git-upload-pack-advertisement' };
const RESULT = { 'content-type': 'application/x-git-upload-pack-result' };
const REFERENCE_LINES = Array.from({ length: 1_000 }, (_, index) =>
  dataPacket(`${'a'.repeat(40)} refs/heads/${index}-0123456789`),
).join('');
const NAMES = ['refs/heads/main', 'refs/heads/missing', 'refs/tags/v1', 'refs/tags/light'];
const LOGIN = 'Basic bWU6c2VjcmV0';

describe('the references of a git server over HTTP', () => {
  let repositories: Repositories;
  let commit: string;
  let ends: (() => Promise<unknown>)[];

  before(() => {
    repositories = makeRepositories();
    commit = repositories.commit('app', { 'a.txt': 'a' });
    repositories.git('app', 'tag', '-a', '-m', 'a tag', 'v1');
    repositories.git('app', 'tag', 'light');
    repositories.git('app', 'branch', 'main-2');
  });
  after(() => repositories.remove());
  beforeEach(() => {
    ends = [];
  });
  afterEach(async () => Promise.all(ends.map(async (end) => end())));

  const list = async (
    url: string,
    credentials: readonly GitCredential[] = [],
    allowed = '127.0.0.0/8',
    totalMs = 60_000,
  ) => {
    const dispatcher = makeDispatcher({ guard: { allowed, setting: 'ALLOWED_ADDRESSES' } });
    ends.push(async () => dispatcher.destroy());
    const http = { dispatcher, now: Date.now, timeouts: { idleMs: 1_000, totalMs } };
    const question = { address: parseGitAddress(url), credentials, names: NAMES };
    return listOverHttp(http, question, new AbortController().signal);
  };
  const served = async (options: GitServerOptions = {}) => {
    const server = await startGitServer(repositories.folder, options);
    ends.push(async () => server.stop());
    return server;
  };
  const answering = async (listener: RequestListener): Promise<string> => {
    const { address, stop } = await serveHttp('127.0.0.1', listener);
    ends.push(async () => stop());
    return `http://${address}/app.git`;
  };
  const expected = (): Readonly<Record<string, object>> => ({
    'refs/heads/main': { id: commit },
    'refs/tags/light': { id: commit },
    'refs/tags/v1': { id: repositories.git('app', 'rev-parse', 'v1'), peeled: commit },
  });

  for (const isModern of [true, false]) {
    it(`are those that were asked for, ${isModern ? 'with' : 'without'} protocol version 2`, async () => {
      const server = await served({ isModern });
      expect(Object.fromEntries(await list(`${server.url}/app.git`))).to.deep.equal(expected());
      expect(server.heard).to.have.length(isModern ? 2 : 1);
    });
  }

  it('are none in an empty repository', async () => {
    git(repositories.folder, 'init', '-q', '--bare', 'empty.git');
    const server = await served();
    expect([...(await list(`${server.url}/empty.git/`))]).to.deep.equal([]);
  });

  it('are listed with the login for the origin, and with no other', async () => {
    const server = await served({ authorization: LOGIN });
    const login = (origin: string): GitCredential => ({ kind: 'basic', origin, authorization: LOGIN });
    const other = server.url.replace(/\d+$/, '1');
    expect([...(await list(`${server.url}/app.git`, [login(other), login(server.url)]))]).to.have.length(3);
    expect(await failure(list(`${server.url}/app.git`, [login(other)]))).to.match(/^SourceDenied: .*add a Secret/);
    expect(server.heard.filter((authorization) => authorization !== undefined)).to.have.length(2);
  });

  it('follow a redirect, but leave the login at its origin', async () => {
    const target = await served();
    const server = await served({ redirectTo: target.url });
    const login: GitCredential = { kind: 'basic', origin: server.url, authorization: LOGIN };
    expect(Object.fromEntries(await list(`${server.url}/app.git`, [login]))).to.deep.equal(expected());
    expect(server.heard).to.deep.equal([LOGIN]);
    expect(target.heard).to.deep.equal([undefined, undefined]);
  });

  it('name the redirect if its target requires a login', async () => {
    const target = await served({ authorization: LOGIN });
    const server = await served({ redirectTo: target.url });
    const login: GitCredential = { kind: 'basic', origin: server.url, authorization: LOGIN };
    expect(await failure(list(`${server.url}/app.git`, [login]))).to.match(
      /^SourceDenied: .* which does not get the credentials/,
    );
  });

  it('are not asked of an address that is refused', async () => {
    const server = await served();
    expect(await failure(list(`${server.url}/app.git`, [], ''))).to.match(/^AddressRefused: .*ALLOWED_ADDRESSES/);
    expect(server.heard).to.deep.equal([]);
  });

  for (const [status, reason] of [
    [401, 'SourceDenied'],
    [403, 'SourceDenied'],
    [404, 'SourceNotFound'],
    [429, 'ServerUnavailable'],
    [503, 'ServerUnavailable'],
    [418, 'InvalidResponse'],
  ] as const) {
    it(`fail with ${reason} after the status ${status}`, async () => {
      const server = await served({ failures: [status] });
      expect(await failure(list(`${server.url}/app.git`))).to.match(new RegExp(`^${reason}: .*${status}`));
    });
  }

  it('fail with the delay that the server asks for', async () => {
    const url = await answering((_, response) => void response.writeHead(429, { 'retry-after': '7' }).end());
    const error: unknown = await list(url).catch((thrown: unknown) => thrown);
    expect((error as GitError).retryAfterMs).to.equal(7_000);
  });

  it('fail if the server breaks the connection', async () => {
    const server = await served({ failures: ['reset'] });
    expect(await failure(list(`${server.url}/app.git`))).to.match(/^NetworkFailed: /);
  });

  const answers: Readonly<Record<string, readonly [(response: ServerResponse) => void, RegExp]>> = {
    'another type of content': [
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`${dataPacket('version 2')}0000`),
      /^InvalidResponse: .*does not speak git's smart HTTP protocol/,
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
      /^InvalidResponse: .* redirects more than 5 times/,
    ],
    'a redirect to a web page': [
      (response) => response.writeHead(302, { location: '/login?next=info/refs' }).end(),
      /^InvalidResponse: .* redirects to a place that is not a git repository/,
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
      const url = await answering((_, response) => answer(response));
      expect(await failure(list(url))).to.match(message);
    });
  }

  it('fail if the server sends references of other names without end', async function () {
    this.timeout(60_000);
    const url = await answering(({ method }, response) => {
      if (method === 'POST') return endless(response, REFERENCE_LINES, '', RESULT);
      return response.writeHead(200, ADVERTISEMENT).end(`${dataPacket('version 2')}${dataPacket('ls-refs')}0000`);
    });
    expect(await failure(list(url))).to.match(/^InvalidResponse: .*more than the 4194304 bytes .*: use a revision/);
  });

  it('have one timeout for all redirects', async function () {
    this.timeout(60_000);
    let requests = 0;
    const url = await answering((_, response) => {
      requests += 1;
      setTimeout(() => response.writeHead(302, { location: '/app.git/info/refs' }).end(), 600);
    });
    expect(await failure(list(url, [], '127.0.0.0/8', 1_000))).to.match(/^NetworkFailed: .* does not answer in time/);
    expect(requests).to.be.lessThan(6);
  });

  it('end with the reason of an aborted signal', async () => {
    const url = await answering(() => undefined);
    const stop = new AbortController();
    const dispatcher = makeDispatcher({ guard: { allowed: '127.0.0.1' } });
    ends.push(async () => dispatcher.destroy());
    const http = { dispatcher, now: Date.now, timeouts: { idleMs: 60_000 } };
    const question = { address: parseGitAddress(url), credentials: [], names: NAMES };
    const references = listOverHttp(http, question, stop.signal);
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

/** Returns the reason and message of a failure. */
async function failure(references: Promise<References>): Promise<string> {
  const error: unknown = await references.catch((thrown: unknown) => thrown);
  expect(error).to.be.instanceOf(GitError);
  const { reason, message } = error as GitError;
  expect(message).not.to.match(/my secret|bWU6c2VjcmV0/);
  return `${reason}: ${message}`;
}
