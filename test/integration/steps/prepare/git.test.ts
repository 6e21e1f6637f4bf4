import { expect } from 'chai';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { SourceInputs } from '../../../../src/core/model/build-inputs.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { makeRepositories, git as inRepository, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../../cluster/sources/git-server.ts';
import { mountSecret, temporaryBuilds } from './prepared-build.ts';
import { pushSmallImage } from './pushed-image.ts';
import { listTree } from '../../archives/random-tree.ts';
import { filesIn, treeListing } from './tree-listing.ts';

const PASSWORD = 'pass word';
const AUTHORIZATION = `Basic ${Buffer.from(`me:${PASSWORD}`).toString('base64')}`;

function source(url: string, revision: string, initializeSubmodules = false): SourceInputs {
  return { kind: 'git', url, revision, initializeSubmodules };
}

function withoutAddress(lines: readonly string[] = []): readonly string[] {
  return lines.filter((line) => !line.startsWith('.git/config '));
}

/** Adds a submodule by its path and then changes its URL, because git must not wait here for a server in this process. */
function addSubmodule(all: Repositories, to: string, repository: string, at: string, server: string): void {
  all.git(to, 'submodule', '--quiet', 'add', `${all.folder}/${repository}.git`, at);
  all.git(to, 'config', '-f', '.gitmodules', `submodule.${at}.url`, `${server}/${repository}.git`);
  all.commit(to, {});
}

describe('prepare: a git source', () => {
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => `${registry().address}/app:1`);
  let repositories: Repositories;
  const servers: GitServer[] = [];
  let open: GitServer;
  let first = '';
  let second = '';

  const serve = async (...options: Parameters<typeof startGitServer> extends [string, ...infer R] ? R : never) => {
    const server = await startGitServer(repositories.folder, ...options);
    servers.push(server);
    return server;
  };
  const app = (revision: string): SourceInputs => source(`${open.url}/app.git`, revision);

  before(async () => {
    await pushSmallImage(`${registry().address}/app:1`);
    repositories = makeRepositories();
    first = repositories.commit('app', { 'file.txt': 'first\n', 'sub/dir/inner.txt': 'inner\n' });
    repositories.git('app', 'tag', '-a', '-m', 'a tag', 'v1');
    repositories.git('app', 'branch', 'feature/one');
    second = repositories.commit('app', { 'file.txt': 'second\n', 'run.sh': '#!/bin/sh\n' });
    open = await serve();
  });
  after(async () => {
    for (const server of servers) await server.stop();
    repositories.remove();
  });

  for (const [what, revision, expected] of [
    ['a branch', () => 'main', () => second],
    ['a branch with a slash', () => 'feature/one', () => first],
    ['a full name', () => 'refs/heads/main', () => second],
    ['HEAD', () => 'HEAD', () => second],
    ['an annotated tag', () => 'v1', () => first],
    ['a commit', () => second, () => second],
    ['an older commit', () => first, () => first],
    ['a commit in upper case', () => first.toUpperCase(), () => first],
    ['the beginning of a commit', () => first.slice(0, 9), () => first],
  ] as const) {
    it(`is checked out at ${what}`, async () => {
      const prepared = await build({ source: app(revision()) });
      expect(prepared.errors).to.deep.equal([]);
      expect(prepared.code).to.equal(0);
      const content = expected() === first ? 'first\n' : 'second\n';
      expect(readFileSync(prepared.at('workspace', 'file.txt'), 'utf8')).to.equal(content);
      expect(inRepository(prepared.at('workspace'), 'rev-parse', 'HEAD')).to.equal(expected());
      expect(inRepository(prepared.at('workspace'), 'status', '--porcelain')).to.equal('');
      expect(inRepository(prepared.at('workspace'), 'fsck', '--full')).to.equal('');
      expect(inRepository(prepared.at('workspace'), 'log', '--format=%H')).to.equal(expected());
      expect(readFileSync(prepared.at('metadata', 'project-metadata.toml'), 'utf8')).to.equal(
        `[source]\ntype = "git"\n\n[source.metadata]\nrepository = "${open.url}/app.git"\nrevision = "${revision()}"\n\n[source.version]\ncommit = "${expected()}"\n`,
      );
    });
  }

  it('is the same tree each time, for every name of the commit and the server', async () => {
    const old = await serve({ isModern: false });
    const listings = await Promise.all(
      [app('v1'), app(first), app('feature/one'), app('v1'), app(first.slice(0, 10))].map(async (one) => {
        const prepared = await build({ source: one });
        return treeListing(prepared.at('workspace'));
      }),
    );
    const again = await build({ source: app('v1') });
    const repeated = await build({ source: app('v1'), folder: again.folder });
    const fromOld = await build({ source: source(`${old.url}/app.git`, first) });
    expect(fromOld.errors).to.deep.equal([]);
    expect(listings[0]).to.have.length.above(10);
    for (const listing of listings) expect(listing).to.deep.equal(listings[0]);
    expect(treeListing(repeated.at('workspace'))).to.deep.equal(listings[0]);
    expect(withoutAddress(treeListing(fromOld.at('workspace')))).to.deep.equal(withoutAddress(listings[0]));
    // Beside the other suites, the tests of this file take up to 27 times as long as alone, and this one fetches eight times.
  }).timeout(180_000);

  it('leaves no trace of the run in the repository', async () => {
    const { at } = await build({ source: app('main') });
    for (const name of ['FETCH_HEAD', 'ORIG_HEAD', 'logs', 'hooks', 'packed-refs']) {
      expect(existsSync(at('workspace', '.git', name)), name).to.equal(false);
    }
    expect(filesIn(at('credentials'))).to.deep.equal(['config.json']);
    expect(filesIn(at('workspace')).filter((name) => name.startsWith('.taskpack'))).to.deep.equal([]);
  });

  it('has names that are not UTF-8, with their links and times', async () => {
    const checkout = `${repositories.folder}/checkouts/bytes`;
    repositories.commit('bytes', { '.gitattributes': '*.bin filter=lfs\n', 'sub/f': '1\n' });
    const bytes = (name: string): Buffer => Buffer.from(`${checkout}/${name}`, 'latin1');
    const pointer = 'version https://git-lfs.github.com/spec/v1\n';
    for (const name of ['sub/caf\u00e9', 'sub/caf\u00e8']) writeFileSync(bytes(name), name);
    writeFileSync(bytes('sub/\u00ff.bin'), pointer);
    symlinkSync(Buffer.from('caf\u00e9', 'latin1'), bytes('sub/link\u00e9'));
    symlinkSync(Buffer.from('sub', 'latin1'), `${checkout}/link`);
    repositories.git('bytes', '-c', 'filter.lfs.clean=cat', 'add', '-A');
    repositories.git('bytes', 'commit', '--quiet', '-m', 'names');
    const place = source(`${open.url}/bytes.git`, 'main');
    const prepared = await build({ source: place });
    expect(prepared.errors).to.deep.equal([]);
    expect(inRepository(prepared.at('workspace'), 'status', '--porcelain')).to.equal('');
    expect(prepared.log.join('\n')).to.include('1 file(s) of the source are pointers: "sub/\\xFF.bin"');
    const moved = await build({ source: place, application: { subPath: 'link' } });
    expect(moved.errors).to.deep.equal([]);
    expect([...listTree(moved.at('workspace')).keys()]).to.deep.equal([
      'caf\u00e8',
      'caf\u00e9',
      'f',
      'link\u00e9',
      '\u00ff.bin',
    ]);
  });

  it('keeps executable bits', async () => {
    const { at } = await build({ source: app('main') });
    expect(treeListing(at('workspace')).find((line) => line.startsWith('run.sh '))).to.match(
      /^run.sh 100755 315532801000 /,
    );
  });

  it('moves the content of a sub path to the root, without the repository', async () => {
    const prepared = await build({ source: app('main'), application: { subPath: 'sub/dir' } });
    expect(filesIn(prepared.at('workspace'))).to.deep.equal(['inner.txt']);
  });

  it('reports a missing sub path', async () => {
    const prepared = await build({ source: app('main'), application: { subPath: 'sub/none' } });
    expect(prepared.code).to.equal(27);
    expect(prepared.errors).to.deep.equal(['ERROR: the source has no directory "sub/none": correct the sub path']);
  });

  it('fetches the whole history if the server allows only the tips of branches', async () => {
    const old = await serve({ isModern: false });
    const hidden = repositories.commit('old', { a: '1\n' });
    repositories.commit('old', { a: '2\n' });
    const prepared = await build({ source: source(`${old.url}/old.git`, hidden) });
    expect(prepared.errors).to.deep.equal([]);
    expect(readFileSync(prepared.at('workspace', 'a'), 'utf8')).to.equal('1\n');
    expect(inRepository(prepared.at('workspace'), 'log', '--format=%H')).to.equal(hidden);
  });

  describe('with basic credentials', () => {
    it('authenticates, and stores the credentials nowhere', async () => {
      const server = await serve({ authorization: AUTHORIZATION });
      const prepared = await build({ source: source(`${server.url}/app.git`, 'main') });
      expect(prepared.code).to.equal(21);
      const secret = mountSecret(prepared.folder, 'git', { username: 'me', password: PASSWORD });
      const credentials = { source: [{ kind: 'git-basic', server: server.url, path: secret }] } as const;
      const { errors, at, log } = await build({ source: source(`${server.url}/app.git`, 'main'), credentials });
      expect(errors).to.deep.equal([]);
      expect(server.heard).to.include(AUTHORIZATION);
      for (const folder of ['workspace', 'credentials', 'platform', 'metadata']) {
        for (const name of filesIn(at(folder))) {
          const text = readFileSync(at(folder, name), 'latin1');
          expect(text.includes(PASSWORD) || text.includes(AUTHORIZATION.slice(6)), name).to.equal(false);
        }
      }
      expect(log.join('\n')).not.to.include(PASSWORD);
    });

    it('selects credentials by host and port, uses the first Secret by name, and requires https if the annotation names https', async () => {
      const server = await serve({ authorization: AUTHORIZATION });
      const { folder } = await build();
      const good = mountSecret(folder, 'b-good', { username: 'me', password: PASSWORD });
      const other = mountSecret(folder, 'c-other', { username: 'me', password: 'other word' });
      const host = server.url.slice('http://'.length);
      const attempt = async (...secrets: readonly (readonly [string, string])[]): Promise<number> => {
        const credentials = { source: secrets.map(([to, path]) => ({ kind: 'git-basic' as const, server: to, path })) };
        return (await build({ folder, source: source(`${server.url}/app.git`, 'main'), credentials })).code;
      };
      expect(await attempt([host, other], [host, good])).to.equal(0);
      expect(await attempt([`git@${host}`, good])).to.equal(0);
      expect(await attempt(['127.0.0.1', good])).to.equal(21);
      expect(await attempt([`https://${host}`, good])).to.equal(21);
    });

    it('accepts credentials in the URL, and stores them nowhere', async () => {
      const server = await serve({ authorization: AUTHORIZATION });
      const url = `${server.url.replace('//', `//me:${encodeURIComponent(PASSWORD)}@`)}/app.git`;
      const { errors, at, log } = await build({ source: source(url, 'main') });
      expect(errors).to.deep.equal([]);
      expect(log.join('\n')).not.to.match(/pass(?: |%20)word/);
      expect(readFileSync(at('workspace', '.git/config'), 'utf8')).to.include(`url = ${server.url}/app.git`);
      expect(readFileSync(at('metadata', 'project-metadata.toml'), 'utf8')).to.include(`"${server.url}/app.git"`);
    });

    it('does not send credentials to the target of a redirect', async () => {
      const target = await serve();
      const server = await serve({ redirectTo: target.url });
      const { folder } = await build();
      const path = mountSecret(folder, 'git', { username: 'me', password: PASSWORD });
      const credentials = { source: [{ kind: 'git-basic', server: server.url, path }] } as const;
      const prepared = await build({ folder, source: source(`${server.url}/app.git`, 'main'), credentials });
      expect(prepared.code).to.equal(0);
      expect(target.heard.filter((authorization) => authorization !== undefined)).to.deep.equal([]);
      expect((await build({ source: source(`${server.url}/app.git`, 'main') })).code).to.equal(0);
    });
  });

  describe('with submodules', () => {
    let guarded: GitServer;
    let url = '';
    before(async () => {
      guarded = await serve({ authorization: AUTHORIZATION });
      repositories.commit('leaf', { leaf: 'leaf\n' });
      repositories.commit('inner', { inner: '1\n' });
      addSubmodule(repositories, 'inner', 'leaf', 'deep/leaf', open.url);
      repositories.commit('outer', { outer: '1\n' });
      addSubmodule(repositories, 'outer', 'inner', 'mod/inner', guarded.url);
      // The commit that is checked out is not the newest.
      repositories.commit('inner', { inner: '2\n' });
      url = `${open.url}/outer.git`;
    });

    it('fetches submodules only if they are requested', async () => {
      const { folder } = await build();
      const path = mountSecret(folder, 'git', { username: 'me', password: PASSWORD });
      const credentials = { source: [{ kind: 'git-basic', server: guarded.url, path }] } as const;
      const prepared = await build({ source: source(url, 'main'), credentials });
      expect(prepared.errors).to.deep.equal([]);
      expect(existsSync(prepared.at('workspace', 'outer'))).to.equal(true);
      expect(existsSync(prepared.at('workspace', 'mod/inner/inner'))).to.equal(false);
    });

    it('sends each server its own credentials, and produces the same tree each time', async () => {
      const { folder } = await build();
      const path = mountSecret(folder, 'git', { username: 'me', password: PASSWORD });
      const credentials = { source: [{ kind: 'git-basic', server: guarded.url, path }] } as const;
      const heard = open.heard.length;
      const prepared = await build({ source: source(url, 'main', true), credentials });
      expect(prepared.errors).to.deep.equal([]);
      // Reads the index before git runs, because git rewrites the index.
      const listing = treeListing(prepared.at('workspace'));
      expect(readFileSync(prepared.at('workspace', 'mod/inner/inner'), 'utf8')).to.equal('1\n');
      expect(readFileSync(prepared.at('workspace', 'mod/inner/deep/leaf/leaf'), 'utf8')).to.equal('leaf\n');
      expect(inRepository(prepared.at('workspace'), 'status', '--porcelain')).to.equal('');
      for (const config of ['.git/config', '.git/modules/mod/inner/config']) {
        expect(readFileSync(prepared.at('workspace', config), 'utf8'), config)
          .to.include('url = ')
          .and.not.include('update');
      }
      expect(open.heard.slice(heard).filter((authorization) => authorization !== undefined)).to.deep.equal([]);
      repositories.commit('inner', { inner: '3\n' });
      const again = await build({ source: source(url, 'main', true), credentials });
      expect(treeListing(again.at('workspace'))).to.deep.equal(listing);
    });

    it('fails if a server denies access to a submodule', async () => {
      const prepared = await build({ source: source(url, 'main', true) });
      expect(prepared.code).to.equal(21);
    });

    it('retries if the server of a submodule fails temporarily', async () => {
      const failing = await serve({ failures: [503, 503, 503] });
      repositories.commit('patient', { own: '1\n' });
      addSubmodule(repositories, 'patient', 'leaf', 'leaf', failing.url);
      const prepared = await build({ source: source(`${open.url}/patient.git`, 'main', true) });
      expect(prepared.errors).to.deep.equal([]);
      expect(readFileSync(prepared.at('workspace', 'leaf/leaf'), 'utf8')).to.equal('leaf\n');
    });

    it('names a submodule without a URL', async () => {
      const commit = repositories.commit('forgetful', { own: '1\n' });
      repositories.git('forgetful', 'update-index', '--add', '--cacheinfo', `160000,${commit},lib/lost`);
      repositories.git('forgetful', 'commit', '--quiet', '-m', 'a submodule');
      const prepared = await build({ source: source(`${open.url}/forgetful.git`, 'main', true) });
      expect(prepared.code).to.equal(24);
      expect(prepared.errors.join('')).to.match(/has no URL for a submodule .*'lib\/lost'/);
    });

    it('leaves no link to a repository that is outside the sub path', async () => {
      const { folder } = await build();
      const path = mountSecret(folder, 'git', { username: 'me', password: PASSWORD });
      const credentials = { source: [{ kind: 'git-basic', server: guarded.url, path }] } as const;
      const prepared = await build({ source: source(url, 'main', true), credentials, application: { subPath: 'mod' } });
      expect(filesIn(prepared.at('workspace'))).to.deep.equal([
        'inner/.gitmodules',
        'inner/deep/leaf/leaf',
        'inner/inner',
      ]);
    });
  });

  for (const [what, failures] of [
    ['answers with 503', [503, 503]],
    ['breaks the connection', ['reset', 'reset']],
    ['answers with 503 once it has said what it has', [undefined, 503, 503]],
  ] as const) {
    it(`retries if a server ${what} temporarily`, async () => {
      const server = await serve({ failures });
      const prepared = await build({ source: source(`${server.url}/app.git`, 'main') });
      expect(prepared.errors).to.deep.equal([]);
      expect(readFileSync(prepared.at('workspace', 'file.txt'), 'utf8')).to.equal('second\n');
    });
  }

  it('fails if a server fails permanently, and at once if the server denies access or has no such repository', async () => {
    for (const [status, code, requests] of [
      [503, 32, 6],
      [403, 21, 1],
      [404, 20, 1],
    ] as const) {
      const server = await serve({ failures: Array<number>(20).fill(status) });
      const prepared = await build({ source: source(`${server.url}/app.git`, 'main') });
      expect([prepared.code, server.heard.length]).to.deep.equal([code, requests]);
    }
  });

  for (const [what, one, code, words] of [
    ['a revision that is not there', () => app('none'), 22, /has no branch, tag or commit "none"/],
    ['a commit that is not there', () => app('0'.repeat(39) + '1'), 22, /has no/],
    ['the beginning of no commit', () => app('00000001'), 22, /has no branch, tag or commit "00000001"/],
    ['a revision that is an option', () => app('--upload-pack=touch /tmp/x'), 22, /has no branch/],
    ['a revision that is a pattern', () => app('ma*'), 22, /has no branch/],
    [
      'a repository that is not there',
      () => source(`${open.url}/none.git`, 'main'),
      20,
      /does not have the repository/,
    ],
    [
      'a server that is not there',
      () => source('http://127.0.0.1:9/x.git', 'main'),
      31,
      /cannot connect to the git server/,
    ],
    [
      'a host that is not there',
      () => source('http://none.invalid/x.git', 'main'),
      31,
      /cannot connect to the git server/,
    ],
    ['a path of this machine', () => source('/etc', 'main'), 24, /URL of the git repository/],
    ['a file', () => source(`file://${repositories.folder}/app.git`, 'main'), 24, /URL of the git repository/],
    ['a program', () => source('ext::sh -c touch% /tmp/x', 'main'), 24, /URL of the git repository/],
    ['an option for an address', () => source('--upload-pack=x', 'main'), 24, /URL of the git repository/],
  ] as const) {
    it(`fails with ${what}`, async () => {
      const prepared = await build({ source: one() });
      expect(prepared.errors.join('')).to.match(words);
      expect(prepared.code).to.equal(code);
    });
  }
});
