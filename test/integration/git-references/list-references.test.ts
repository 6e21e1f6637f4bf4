import { expect } from 'chai';
import type { GitCredential } from '../../../src/clients/git/credentials.ts';
import { git, makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer, type GitServerOptions } from '../../cluster/sources/git-server.ts';
import { gitFailure, GitOverHttp, type ListOptions } from '../../support/git-over-http.ts';

const NAMES = ['refs/heads/main', 'refs/heads/missing', 'refs/tags/v1', 'refs/tags/light'];
const LOGIN = 'Basic bWU6c2VjcmV0';

describe('the references of a git server over HTTP', () => {
  let repositories: Repositories;
  let commit: string;
  const client = new GitOverHttp();

  before(() => {
    repositories = makeRepositories();
    commit = repositories.commit('app', { 'a.txt': 'a' });
    repositories.git('app', 'tag', '-a', '-m', 'a tag', 'v1');
    repositories.git('app', 'tag', 'light');
    repositories.git('app', 'branch', 'main-2');
  });
  after(() => repositories.remove());
  afterEach(async () => client.end());

  const list = async (url: string, options: ListOptions = {}) => client.list(url, NAMES, options);
  const served = async (options: GitServerOptions = {}): Promise<GitServer> => {
    const server = await startGitServer(repositories.folder, options);
    client.stopAtEnd(async () => server.stop());
    return server;
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
    expect([
      ...(await list(`${server.url}/app.git`, { credentials: [login(other), login(server.url)] })),
    ]).to.have.length(3);
    expect(await gitFailure(list(`${server.url}/app.git`, { credentials: [login(other)] }))).to.match(
      /^SourceDenied: .*add a Secret/,
    );
    expect(server.heard.filter((authorization) => authorization !== undefined)).to.have.length(2);
  });

  it('follow a redirect, but leave the login at its origin', async () => {
    const target = await served();
    const server = await served({ redirectTo: target.url });
    const login: GitCredential = { kind: 'basic', origin: server.url, authorization: LOGIN };
    expect(Object.fromEntries(await list(`${server.url}/app.git`, { credentials: [login] }))).to.deep.equal(expected());
    expect(server.heard).to.deep.equal([LOGIN]);
    expect(target.heard).to.deep.equal([undefined, undefined]);
  });

  it('name the redirect if its target requires a login', async () => {
    const target = await served({ authorization: LOGIN });
    const server = await served({ redirectTo: target.url });
    const login: GitCredential = { kind: 'basic', origin: server.url, authorization: LOGIN };
    expect(await gitFailure(list(`${server.url}/app.git`, { credentials: [login] }))).to.match(
      /^SourceDenied: .* which does not get the credentials/,
    );
  });

  it('are not asked of an address that is refused', async () => {
    const server = await served();
    expect(await gitFailure(list(`${server.url}/app.git`, { allowedAddresses: '' }))).to.match(
      /^AddressRefused: .*ALLOWED_ADDRESSES/,
    );
    expect(server.heard).to.deep.equal([]);
  });
});
