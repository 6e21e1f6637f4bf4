import { expect } from 'chai';
import { symlinkSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { GitError } from '../../../src/clients/git/references/git-error.ts';
import type { GitQuery } from '../../../src/clients/git/references/references.ts';
import type { Tree } from '../../../src/clients/git/references/trees.ts';
import { parseGitAddress } from '../../../src/clients/git/address.ts';
import { git, makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer, type GitServerOptions } from '../../cluster/sources/git-server.ts';
import { GitOverHttp } from '../../support/git-over-http.ts';

/** Returns the path of a folder in this many folders, itself included. */
const depth = (count: number): string => Array.from({ length: count }, () => 'a').join('/');

describe('the trees of a git server over HTTP', function () {
  this.timeout(300_000);
  let repositories: Repositories;
  let commit: string;
  const client = new GitOverHttp();

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
  afterEach(async () => client.end());

  const find = async (
    url: string,
    paths: readonly string[] = ['web'],
    wanted = commit,
    credentials: GitQuery['credentials'] = [],
  ): Promise<Readonly<Record<string, Tree>>> => {
    return Object.fromEntries(
      (await client.findTrees({ address: parseGitAddress(url), credentials, commit: wanted, paths, kept: [] })).trees,
    );
  };
  const served = async (options: GitServerOptions = {}): Promise<GitServer> => {
    const server = await startGitServer(repositories.folder, options);
    client.stopAtEnd(async () => server.stop());
    return server;
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
    const proxy = await client.serve((request, response) => void relay(request, response));
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
    const query = {
      address: parseGitAddress(`${server.url}/forced.git`),
      credentials: [],
      commit: last,
      paths: ['web'],
      kept: [kept, removed],
    };
    expect([...(await client.findTrees(query)).missing]).to.deep.equal([]);
    git(path.join(repositories.folder, 'forced.git'), 'gc', '-q', '--prune=now');
    expect([...(await client.findTrees(query)).missing]).to.deep.equal([removed]);
    expect([...(await client.findTrees({ ...query, paths: ['missing'] })).missing]).to.deep.equal([]);
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
});
