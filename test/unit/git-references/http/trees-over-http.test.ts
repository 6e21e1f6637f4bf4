import { expect } from 'chai';
import { symlinkSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { GitError } from '../../../../src/git-references/git-error.ts';
import { dataPacket } from '../../../../src/git-references/http/packets.ts';
import { treesOverHttp } from '../../../../src/git-references/http/trees-over-http.ts';
import type { GitQuestion } from '../../../../src/git-references/references.ts';
import type { FoundTrees, Tree, TreeQuestion } from '../../../../src/git-references/trees.ts';
import { makeDispatcher } from '../../../../src/registry/client/transport/dispatcher.ts';
import { parseGitAddress } from '../../../../src/steps/prepare/git/address.ts';
import { serveHttp } from '../../../cluster/registry/http-server.ts';
import { git, makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServerOptions } from '../../../cluster/sources/git-server.ts';

/** Returns the path of a folder in this many folders, itself included. */
const depth = (count: number): string => Array.from({ length: count }, () => 'a').join('/');

const FETCH = 'fetch=shallow filter';

describe('the trees of a git server over HTTP', function () {
  this.timeout(300_000);
  let repositories: Repositories;
  let commit: string;
  let ends: (() => Promise<unknown>)[];

  const allowFilter = (name: string): string =>
    git(path.join(repositories.folder, `${name}.git`), 'config', 'uploadpack.allowFilter', 'true');
  before(() => {
    repositories = makeRepositories();
    repositories.commit('app', { 'web/src/a.txt': 'a', 'web/b.txt': 'b', 'api/c.txt': 'c', 'd.txt': 'd' });
    symlinkSync('web', path.join(repositories.folder, 'checkouts', 'app', 'link'));
    commit = repositories.commit('app', { 'e.txt': 'e' });
    allowFilter('app');
  });
  after(() => repositories.remove());
  beforeEach(() => {
    ends = [];
  });
  afterEach(async () => Promise.all(ends.map(async (end) => end())));

  const ask = async (question: TreeQuestion): Promise<FoundTrees> => {
    const dispatcher = makeDispatcher({ guard: { allowed: '127.0.0.0/8' } });
    ends.push(async () => dispatcher.destroy());
    const http = { dispatcher, now: Date.now, timeouts: { idleMs: 30_000, totalMs: 300_000 } };
    return treesOverHttp(http, question, new AbortController().signal);
  };
  const find = async (
    url: string,
    paths: readonly string[] = ['web'],
    wanted = commit,
    credentials: GitQuestion['credentials'] = [],
  ): Promise<Readonly<Record<string, Tree>>> => {
    return Object.fromEntries(
      (await ask({ address: parseGitAddress(url), credentials, commit: wanted, paths, kept: [] })).trees,
    );
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
  const reasonOf = async (url: string, wanted = commit): Promise<string | undefined> => {
    const { web } = await find(url, ['web'], wanted);
    return web?.kind === 'unknown' ? web.reason : web?.id;
  };
  const idOf = (place: string): string => repositories.git('app', 'rev-parse', `${commit}:${place}`);

  it('are those that git finds, with few requests', async () => {
    const server = await served();
    const paths = ['web', 'web/src', 'web/b.txt', 'api'];
    const expected = Object.fromEntries(paths.map((place) => [place, { kind: 'known', id: idOf(place) }]));
    expect(await find(`${server.url}/app.git`, paths)).to.deep.equal(expected);
    // The capabilities, the commit, its tree, and the tree of `web`.
    expect(server.heard).to.have.length(4);
  });

  it('change only with the content below them', async () => {
    const server = await served();
    const [web, api] = [await find(`${server.url}/app.git`, ['web']), await find(`${server.url}/app.git`, ['api'])];
    repositories.git('app', 'reset', '-q', '--hard');
    const next = repositories.commit('app', { 'api/c.txt': 'changed' });
    expect(await find(`${server.url}/app.git`, ['web'], next)).to.deep.equal(web);
    expect(await find(`${server.url}/app.git`, ['api'], next)).not.to.deep.equal(api);
    repositories.git('app', 'reset', '-q', '--hard', commit);
  });

  it('are unknown for a missing folder, a file on the way, and a symbolic link', async () => {
    const server = await served();
    const found = await find(`${server.url}/app.git`, ['missing', 'web/missing/x', 'd.txt/x', 'link', 'link/x', 'web']);
    const kinds = Object.entries(found).map(([place, tree]) => [place, tree.kind === 'known' || tree.reason]);
    expect(Object.fromEntries(kinds)).to.deep.equal({
      missing: 'SubPathNotFound',
      'web/missing/x': 'SubPathNotFound',
      'd.txt/x': 'SubPathNotFound',
      link: 'SubPathNotFound',
      'link/x': 'SubPathNotFound',
      web: true,
    });
  });

  it('are found in a repository whose history and files are far larger than the responses', async () => {
    let last = '';
    for (let index = 0; index < 4; index += 1) {
      const noise = Array.from({ length: 60_000 }, (_, line) => `${index} ${(line * 2_654_435_761) % 4_294_967_296}`);
      last = repositories.commit('large', { 'web/a.txt': 'a', [`files/${index}`]: noise.join('\n') });
    }
    allowFilter('large');
    const server = await served();
    let bytes = 0;
    const proxy = await answering((request, response) => void relay(request, response));
    const relay = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const { method = 'GET', headers } = request;
      const body = method === 'POST' ? Buffer.concat(parts) : null;
      const init = { method, headers: headers as Record<string, string>, body };
      delete init.headers['connection'];
      delete init.headers['content-length'];
      const answer = await fetch(`${server.url}${request.url}`, init);
      const content = Buffer.from(await answer.arrayBuffer());
      bytes += content.length;
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(content);
    };
    const url = proxy.replace('app.git', 'large.git');
    expect(await find(url, ['web'], last)).to.deep.equal({
      web: { kind: 'known', id: repositories.git('large', 'rev-parse', 'HEAD:web') },
    });
    expect(bytes).to.be.lessThan(4_000);
  });

  it('are found in at most 100 commits and folders', async () => {
    const last = repositories.commit('deep', { [`${depth(120)}/file`]: 'a' });
    allowFilter('deep');
    const server = await served();
    const found = await find(`${server.url}/deep.git`, [depth(99), depth(100), depth(110)], last);
    expect(found[depth(99)]).to.include({ kind: 'known' });
    expect(found[depth(100)]).to.include({ kind: 'unknown', reason: 'InvalidResponse' });
    expect(found[depth(110)]).to.include({ kind: 'unknown', reason: 'InvalidResponse' });
    // The capabilities, too.
    expect(server.heard).to.have.length(101);
  });

  it('come with the kept commits that the server has removed', async () => {
    const kept = repositories.commit('forced', { 'web/a.txt': 'a' });
    const removed = repositories.commit('forced', { 'web/a.txt': 'b' });
    repositories.git('forced', 'reset', '-q', '--hard', kept);
    const last = repositories.commit('forced', { 'web/a.txt': 'c' });
    allowFilter('forced');
    const server = await served();
    const question = {
      address: parseGitAddress(`${server.url}/forced.git`),
      credentials: [],
      commit: last,
      paths: ['web'],
      kept: [kept, removed],
    };
    expect([...(await ask(question)).missing]).to.deep.equal([]);
    git(path.join(repositories.folder, 'forced.git'), 'gc', '-q', '--prune=now');
    expect([...(await ask(question)).missing]).to.deep.equal([removed]);
    expect([...(await ask({ ...question, paths: ['missing'] })).missing]).to.deep.equal([]);
  });

  it('are asked for without the login if the server redirects to another origin', async () => {
    const authorization = `Basic ${Buffer.from('user:password').toString('base64')}`;
    const target = await served();
    const named = await served({ redirectTo: target.url });
    const credentials = [{ kind: 'basic', origin: named.url, authorization }] as const;
    expect((await find(`${named.url}/app.git`, ['web'], commit, credentials))['web']).to.include({ kind: 'known' });
    expect(named.heard).to.deep.equal([authorization]);
    expect(target.heard).to.deep.equal([undefined, undefined, undefined]);
  });

  it('are asked for with the login of the named origin', async () => {
    const authorization = `Basic ${Buffer.from('user:password').toString('base64')}`;
    const server = await served({ authorization });
    const credentials = [{ kind: 'basic', origin: server.url, authorization }] as const;
    expect((await find(`${server.url}/app.git`, ['web'], commit, credentials))['web']).to.include({ kind: 'known' });
  });

  it('are unknown if the server has no filter, no protocol version 2, or not the commit', async () => {
    repositories.commit('plain', { 'web/a.txt': 'a' });
    const server = await served();
    expect(await reasonOf(`${server.url}/plain.git`)).to.equal('SourceUnsupported');
    const old = await served({ isModern: false });
    expect(await reasonOf(`${old.url}/app.git`)).to.equal('SourceUnsupported');
    expect(await reasonOf(`${server.url}/app.git`, '2'.repeat(40))).to.equal('SourceUnsupported');
  });

  it('are not guessed if the server is down or hangs up', async () => {
    for (const failures of [[503], [undefined, 503], [undefined, 'reset'], [undefined, undefined, 503]] as const) {
      const server = await served({ failures });
      const error: unknown = await find(`${server.url}/app.git`).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(GitError);
      expect((error as GitError).reason).to.be.oneOf(['ServerUnavailable', 'NetworkFailed']);
    }
  });

  const content = Buffer.from(`tree ${'3'.repeat(40)}\n`);
  const bomb = deflateSync(Buffer.alloc(64 * 2 ** 20));
  for (const [what, body, reason] of [
    ['another commit', packResponse(packOf(1, 1, content.length, deflateSync(content))), 'InvalidResponse'],
    ['a blob', packResponse(packOf(1, 3, content.length, deflateSync(content))), 'InvalidResponse'],
    ['a delta', packResponse(packOf(1, 7, content.length, deflateSync(content))), 'InvalidResponse'],
    ['many objects', packResponse(packOf(50_000, 1, content.length, deflateSync(content))), 'InvalidResponse'],
    ['a commit that is larger than announced', packResponse(packOf(1, 1, 10, bomb)), 'InvalidResponse'],
    ['a commit of gigabytes', packResponse(packOf(1, 1, 2 ** 40, bomb)), 'InvalidResponse'],
    ['what cannot be inflated', packResponse(packOf(1, 1, 10, Buffer.alloc(50, 1))), 'InvalidResponse'],
    ['no pack', packResponse(Buffer.from('hello')), 'InvalidResponse'],
    ['an error', Buffer.from(`${dataPacket('ERR secret words')}0000`), 'SourceUnsupported'],
    [
      'an error in the pack',
      Buffer.from(`${dataPacket('packfile')}${dataPacket('\x03secret words')}0000`),
      'SourceUnsupported',
    ],
    ['a web page', Buffer.from('<!doctype html>'), 'InvalidResponse'],
  ] as const) {
    it(`are unknown if the server sends ${what}`, async () => {
      const url = await answering((request, answer) => {
        if (request.method === 'GET') greet(answer);
        else result(answer, body);
      });
      const { web } = await find(url);
      expect(web).to.include({ kind: 'unknown', reason });
      expect(JSON.stringify(web)).not.to.include('secret');
    });
  }

  it('are unknown if the server sends without an end', async () => {
    let sent = 0;
    const url = await answering((request, answer) => {
      if (request.method === 'GET') return greet(answer);
      answer.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      answer.write(dataPacket('packfile'));
      const part = packet(Buffer.concat([Buffer.from([1]), Buffer.alloc(60_000)]));
      const more = (): void => {
        while (!answer.destroyed && answer.write(part)) sent += part.length;
      };
      answer.on('drain', more);
      more();
    });
    expect(await reasonOf(url)).to.equal('InvalidResponse');
    expect(sent).to.be.lessThan(64 * 2 ** 20);
  });
});

function greet(answer: ServerResponse): void {
  const lines = ['version 2', 'ls-refs', FETCH].map(dataPacket).join('');
  answer.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' }).end(`${lines}0000`);
}

function result(answer: ServerResponse, body: Buffer): void {
  answer.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' }).end(body);
}

/** Returns the response with a pack. */
function packResponse(pack: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from(dataPacket('packfile'))];
  for (let start = 0; start < pack.length; start += 60_000) {
    parts.push(packet(Buffer.concat([Buffer.from([1]), pack.subarray(start, start + 60_000)])));
  }
  return Buffer.concat([...parts, Buffer.from('0000')]);
}

function packet(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from((content.length + 4).toString(16).padStart(4, '0')), content]);
}

/** Returns a pack that announces this count, and this type and size of its first object. */
function packOf(count: number, type: number, size: number, compressed: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(count, 8);
  const bytes = [];
  let rest = Math.floor(size / 16);
  bytes.push((rest > 0 ? 128 : 0) + type * 16 + (size % 16));
  for (; rest > 0; rest = Math.floor(rest / 128)) bytes.push((rest >= 128 ? 128 : 0) + (rest % 128));
  return Buffer.concat([header, Buffer.from(bytes), compressed, Buffer.alloc(20)]);
}
