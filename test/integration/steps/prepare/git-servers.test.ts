import { expect } from 'chai';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SourceInputs } from '../../../../src/core/model/build-inputs.ts';
import { candidateNames } from '../../../../src/core/model/git-revision.ts';
import { resolveRevision } from '../../../../src/clients/git/references/revision.ts';
import { makeRedaction } from '../../../../src/clients/http/redaction.ts';
import { parseGitAddress } from '../../../../src/clients/git/address.ts';
import { credentialsOfSecrets } from '../../../../src/clients/git/credentials.ts';
import { git as inRepository, makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer, type GitServerOptions } from '../../../cluster/sources/git-server.ts';
import { GitOverHttp } from '../../../support/git-over-http.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { mountSecret, temporaryBuilds, type Prepared } from './prepared-build.ts';
import { pushSmallImage } from './pushed-image.ts';
import { filesIn } from './tree-listing.ts';

const LOGIN = { username: 'robot', password: 'pass word' };

function authorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** A source that both the controller and prepare read. */
interface Wanted {
  readonly url: string;
  readonly revision?: string;
  readonly initializeSubmodules?: boolean;
  /** The annotations of Secrets with the login. */
  readonly servers?: readonly string[];
}

describe('prepare and the controller: git servers', function () {
  this.timeout(300_000);
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => `${registry().address}/app:1`);
  const client = new GitOverHttp();
  const servers: GitServer[] = [];
  let repositories: Repositories;
  let commit: string;

  before(async () => {
    await pushSmallImage(`${registry().address}/app:1`);
    repositories = makeRepositories();
    repositories.commit('app', { 'file.txt': 'first\n' });
    commit = repositories.commit('app', { 'file.txt': 'second\n' });
  });
  after(async () => {
    for (const server of servers) await server.stop();
    await client.end();
    repositories.remove();
  });

  const serve = async (options: GitServerOptions = {}): Promise<GitServer> => {
    const server = await startGitServer(repositories.folder, options);
    servers.push(server);
    return server;
  };
  const guarded = async (options: GitServerOptions = {}): Promise<GitServer> =>
    serve({ authorization: authorization(LOGIN.username, LOGIN.password), ...options });

  const prepare = async ({ url, revision = 'main', initializeSubmodules = false, servers: annotated = [] }: Wanted) => {
    const { folder } = await build();
    const source = annotated.map((server, place) => {
      return { kind: 'git-basic' as const, server, path: mountSecret(folder, `git-${place}`, LOGIN) };
    });
    const one: SourceInputs = { kind: 'git', url, revision, initializeSubmodules };
    return build({ folder, source: one, credentials: { source } });
  };
  /** Returns the commit that the controller resolves. */
  const resolve = async ({ url, revision = 'main', servers: annotated = [] }: Wanted): Promise<string | undefined> => {
    const secrets = annotated.map((server, place) => {
      return { kind: 'git-basic' as const, name: `git-${place}`, server, read: readLogin };
    });
    const credentials = await credentialsOfSecrets(secrets, parseGitAddress(url), makeRedaction());
    const references = await client.list(url, candidateNames(revision), { credentials, idleMs: 30_000 });
    return resolveRevision(revision, references)?.commit;
  };
  /** Expects that the controller resolves the commit, and that prepare checks it out. */
  const expectCommit = async (wanted: Wanted, expected = commit): Promise<Prepared> => {
    expect(await resolve(wanted)).to.equal(expected);
    const prepared = await prepare(wanted);
    expect(prepared.errors).to.deep.equal([]);
    expect(inRepository(prepared.at('workspace'), 'rev-parse', 'HEAD')).to.equal(expected);
    return prepared;
  };

  describe('a login in the URL', () => {
    for (const [what, user] of [
      ['the organization, as Azure DevOps shows it', 'ORG'],
      ['an escaped user', 'me%40example.com'],
      ['a user and a wrong password', 'me:wrong'],
      ['an empty user and a wrong password', ':wrong'],
    ] as const) {
      it(`never wins over the Secret: ${what}`, async () => {
        const server = await guarded();
        const url = withUser(`${server.url}/app.git`, user);
        const { at, log } = await expectCommit({ url, servers: [server.url] });
        expect(new Set(server.heard)).to.deep.equal(new Set([authorization('robot', 'pass word')]));
        expect(readFileSync(at('workspace', '.git/config'), 'utf8')).to.include(`url = ${server.url}/app.git`);
        expect(log.join('\n')).not.to.match(/pass|wrong/);
      });
    }

    it('comes with a warning about a Secret whose annotation matches no URL', async () => {
      const server = await serve();
      const { log } = await prepare({ url: `${server.url}/app.git`, servers: [`${server.url}/`, server.url] });
      expect(log.filter((line) => line.startsWith('warning'))).to.deep.equal([
        `warning: Secret git-0 is unused: the annotation kpack.io/git matches no URL, because only a host and a port may follow https://, http:// or git@; write ${server.url.slice('http://'.length)}`,
      ]);
    });

    it('is sent as a token without a password after the server asks, and only then', async () => {
      const server = await serve({ authorization: authorization('token-of-a-user', '') });
      await expectCommit({ url: withUser(`${server.url}/app.git`, 'token-of-a-user') });
      const open = await serve();
      await expectCommit({ url: withUser(`${open.url}/app.git`, 'ORG') });
      expect(open.heard.filter((header) => header !== undefined)).to.deep.equal([]);
    });

    it('is sent without a Secret: a user and a password, or a password alone', async () => {
      for (const [user, password] of [
        ['robot', 'pass word'],
        ['', 'pass word'],
      ] as const) {
        const server = await serve({ authorization: authorization(user, password) });
        const url = withUser(`${server.url}/app.git`, `${user}:${encodeURIComponent(password)}`);
        const { log, at } = await expectCommit({ url, servers: ['other.example'] });
        expect(log.join('\n')).not.to.match(/pass(?: |%20)word/);
        for (const name of filesIn(at('workspace'))) {
          expect(readFileSync(at('workspace', name), 'latin1'), name).not.to.match(/pass(?: |%20)word/);
        }
      }
    });

    it('does not hide the Secret from a submodule with a user in its URL, absolute or relative', async () => {
      const server = await guarded();
      repositories.commit('part', { part: 'part\n' });
      for (const [name, place] of [
        ['absolute', withUser(`${server.url}/part.git`, 'ORG')],
        ['relative', '../part.git'],
      ] as const) {
        addSubmodule(name, place);
        const url = withUser(`${server.url}/${name}.git`, 'ORG');
        const prepared = await prepare({ url, initializeSubmodules: true, servers: [server.url] });
        expect(prepared.errors).to.deep.equal([]);
        expect(readFileSync(prepared.at('workspace', 'lib/part'), 'utf8')).to.equal('part\n');
      }
    });

    it('reaches a submodule with a token as its user', async () => {
      const open = await serve();
      const server = await serve({ authorization: authorization('token', '') });
      repositories.commit('part', { part: 'part\n' });
      addSubmodule('tokens', withUser(`${server.url}/part.git`, 'token'));
      const prepared = await prepare({ url: `${open.url}/tokens.git`, initializeSubmodules: true });
      expect(prepared.errors).to.deep.equal([]);
      expect(readFileSync(prepared.at('workspace', 'lib/part'), 'utf8')).to.equal('part\n');
    });
  });

  /** Commits a submodule at `lib` with this URL. */
  const addSubmodule = (repository: string, url: string, at = 'lib'): void => {
    repositories.commit(repository, { own: 'own\n' });
    repositories.git(repository, 'submodule', '--quiet', 'add', `${repositories.folder}/part.git`, at);
    repositories.git(repository, 'config', '-f', '.gitmodules', `submodule.${at}.url`, url);
    repositories.commit(repository, {});
  };

  describe('a redirect', () => {
    it('on the same host keeps the login, and is not written into the repository', async () => {
      const server = await guarded({ redirect: addGit });
      const { at } = await expectCommit({ url: `${server.url}/app`, servers: [server.url] });
      expect(new Set(server.heard)).to.deep.equal(new Set([authorization('robot', 'pass word')]));
      expect(readFileSync(at('workspace', '.git/config'), 'utf8')).to.include(`url = ${server.url}/app\n`);
      expect(readFileSync(at('metadata', 'project-metadata.toml'), 'utf8')).to.include(`"${server.url}/app"`);
    });

    it('of a public repository works with and without a Secret for the host, for a commit too', async () => {
      const server = await serve({ redirect: addGit });
      for (const annotated of [[], [server.url]]) {
        for (const revision of ['main', commit, commit.slice(0, 8)]) {
          const prepared = await prepare({ url: `${server.url}/app`, revision, servers: annotated });
          expect(prepared.errors, revision).to.deep.equal([]);
        }
      }
    });

    it('keeps a user and password of the URL, and the user of a token', async () => {
      for (const [user, header] of [
        ['robot:pass%20word', authorization('robot', 'pass word')],
        ['token', authorization('token', '')],
      ] as const) {
        const server = await serve({ authorization: header, redirect: addGit });
        await expectCommit({ url: withUser(`${server.url}/app`, user) });
      }
    });

    it('to another host or port goes on without any login, also if that host has a Secret', async () => {
      const target = await serve();
      const server = await serve({ redirectTo: target.url });
      await expectCommit({ url: `${server.url}/app.git`, servers: [server.url, target.url] });
      expect(server.heard).to.include(authorization('robot', 'pass word'));
      expect(target.heard.filter((header) => header !== undefined)).to.deep.equal([]);
    });

    it('to a host that wants a login is reported', async () => {
      const target = await guarded();
      const server = await serve({ redirectTo: target.url });
      const wanted = { url: `${server.url}/app.git`, servers: [server.url, target.url] };
      const prepared = await prepare(wanted);
      expect(prepared.code).to.equal(21);
      expect(prepared.errors.join('')).to.match(
        /redirects to .* which does not get the credentials: use the final URL/,
      );
      const error: unknown = await resolve(wanted).catch((thrown: unknown) => thrown);
      expect(String(error)).to.match(/redirects to .* which does not get the credentials: use the final URL/);
    });

    it('back to the first host does not bring the login back', async () => {
      const server = await guarded({
        redirect: (place) => (place.startsWith('/away') ? `${other}/app.git/info/refs${query(place)}` : undefined),
      });
      const { url: other } = await serve({ redirectTo: server.url });
      const wanted = { url: `${server.url}/away`, servers: [server.url] };
      expect((await prepare(wanted)).code).to.equal(21);
      expect(String(await resolve(wanted).catch((thrown: unknown) => thrown))).to.match(/SourceDenied|credentials/);
    });

    it('in several steps is followed as far as Go does, and a loop ends', async () => {
      const ten = await guarded({ redirect: steps(10) });
      await expectCommit({ url: `${ten.url}/step-1`, servers: [ten.url] });
      const eleven = await guarded({ redirect: steps(11) });
      const wanted = { url: `${eleven.url}/step-1`, servers: [eleven.url] };
      expect((await prepare(wanted)).errors.join('')).to.match(/redirects more than 10 times/);
      expect(String(await resolve(wanted).catch((thrown: unknown) => thrown))).to.match(/redirects more than 10 times/);
      const loop = await serve({ redirect: (place) => place });
      expect((await prepare({ url: `${loop.url}/app.git` })).errors.join('')).to.match(/more than 10 times/);
    });

    it('to a page is reported, not followed', async () => {
      const server = await serve({ redirect: (place) => (place === '/login' ? undefined : '/login') });
      const prepared = await prepare({ url: `${server.url}/app.git`, servers: [server.url] });
      expect(prepared.code).to.equal(20);
      expect(prepared.errors.join('')).to.match(/redirects to a URL that is not a git repository/);
    });

    it('of submodules keeps the login of each, also if one URL begins with another', async () => {
      const server = await guarded({ redirect: addGit });
      repositories.commit('part', { part: 'part\n' });
      repositories.commit('part-two', { part: 'two\n' });
      addSubmodule('outer', '../part');
      repositories.git('outer', 'submodule', '--quiet', 'add', `${repositories.folder}/part-two.git`, 'two');
      repositories.git('outer', 'config', '-f', '.gitmodules', 'submodule.two.url', `${server.url}/part-two`);
      repositories.commit('outer', {});
      const url = `${server.url}/outer`;
      const prepared = await prepare({ url, initializeSubmodules: true, servers: [server.url] });
      expect(prepared.errors).to.deep.equal([]);
      expect(readFileSync(prepared.at('workspace', 'lib/part'), 'utf8')).to.equal('part\n');
      expect(readFileSync(prepared.at('workspace', 'two/part'), 'utf8')).to.equal('two\n');
      expect(readFileSync(prepared.at('workspace', '.git/modules/lib/config'), 'utf8')).to.include(
        `url = ${server.url}/part\n`,
      );
    });

    it('of a submodule to another host goes on without a login', async () => {
      const target = await serve();
      const server = await guarded({
        redirect: (place) =>
          place.startsWith('/moved') ? `${target.url}/part.git/info/refs${query(place)}` : undefined,
      });
      repositories.commit('part', { part: 'part\n' });
      addSubmodule('mover', '../moved');
      const url = `${server.url}/mover.git`;
      const prepared = await prepare({ url, initializeSubmodules: true, servers: [server.url, target.url] });
      expect(prepared.errors).to.deep.equal([]);
      expect(target.heard.filter((header) => header !== undefined)).to.deep.equal([]);
    });
  });

  describe('a query in the URL', () => {
    it('is a part of the name, which the server of the controller and of prepare gets', async () => {
      // The query of a file of the repository is `?p=/app.git/info/refs&service=git-upload-pack`.
      const server = await serve({ rewrite: (place) => place.replace(/^\/\?p=([^&]*)&?/, '$1?').replace(/\?$/, '') });
      await expectCommit({ url: `${server.url}/?p=/app.git` });
      const strict = await serve();
      const url = `${strict.url}/app.git?x=1`;
      expect((await prepare({ url })).errors.join('')).to.match(/does not have the repository/);
      expect(String(await resolve({ url }).catch((thrown: unknown) => thrown))).to.match(
        /does not have the repository/,
      );
    });
  });

  describe('a server of plain files', () => {
    for (const revision of ['main', 'HEAD', 'v1', 'refs/heads/main']) {
      it(`has the reference ${revision}`, async () => {
        repositories.git('app', 'tag', '--force', '-a', '-m', 'a tag', 'v1');
        const server = await guarded({ isPlain: true });
        updateServerInfo('app');
        const { at } = await expectCommit({ url: `${server.url}/app.git`, revision, servers: [server.url] });
        expect(inRepository(at('workspace'), 'log', '--format=%H')).to.equal(commit);
      });
    }

    it('has commits, abbreviated commits and submodules', async () => {
      const server = await serve({ isPlain: true });
      repositories.commit('part', { part: 'part\n' });
      addSubmodule('files', '../part.git');
      updateServerInfo('app', 'part', 'files');
      for (const revision of [commit, commit.slice(0, 9).toUpperCase()]) {
        expect((await prepare({ url: `${server.url}/app.git`, revision })).errors).to.deep.equal([]);
      }
      const prepared = await prepare({ url: `${server.url}/files.git`, initializeSubmodules: true });
      expect(prepared.errors).to.deep.equal([]);
      expect(readFileSync(prepared.at('workspace', 'lib/part'), 'utf8')).to.equal('part\n');
    });
  });

  const updateServerInfo = (...names: readonly string[]): void => {
    for (const name of names) inRepository(path.join(repositories.folder, `${name}.git`), 'update-server-info');
  };

  describe('names of references', () => {
    for (const name of [
      'refs/heads/+plus',
      'refs/heads/-minus',
      'refs/heads/größe/日本',
      'refs/heads/refs/heads/x',
      'refs/heads/a@b',
      'refs/heads/@',
      'refs/heads/x{y}',
      "refs/heads/it's;$HOME",
      'refs/heads/HEAD',
      'refs/tags/+tag',
      'refs/remotes/origin/far',
      'refs/pull/7/head',
      'refs/heads/2024',
      'refs/heads/beef',
      'refs/tags/1234567890abcdef1234567890abcdef1234567',
    ]) {
      it(`can be ${name}`, async () => {
        const own = `refs-${Buffer.from(name).toString('hex').slice(0, 60)}`;
        repositories.commit(own, { a: '0\n' });
        const older = repositories.git(own, 'rev-parse', 'HEAD');
        repositories.commit(own, { a: '1\n' });
        inRepository(path.join(repositories.folder, `${own}.git`), 'update-ref', name, older);
        const server = await serve();
        const short = name.replace(/^refs\/(?:heads|tags|remotes)\//, '');
        const expected = short === 'HEAD' ? repositories.git(own, 'rev-parse', 'HEAD') : older;
        await expectCommit(
          { url: `${server.url}/${own}.git`, revision: short.replace(/^refs\/pull/, 'pull') },
          expected,
        );
        await expectCommit({ url: `${server.url}/${own}.git`, revision: name }, older);
      });
    }
  });

  describe('a repository with SHA-256 ids', () => {
    let head: string;
    before(() => {
      const [part] = publish256('part-256', [{ part: 'part\n' }]);
      [, head = ''] = publish256('app-256', [{ file: 'first\n' }, { file: 'second\n' }], part);
      expect(head).to.have.length(64);
    });

    for (const [title, options] of [
      ['a server of today', {}],
      ['a server of the old protocol', { isModern: false }],
      ['a server of files', { isPlain: true }],
    ] as const) {
      it(`is built from ${title} at a branch, a tag, a commit and an abbreviated commit, with its submodules`, async () => {
        const server = await serve(options);
        const url = `${server.url}/app-256.git`;
        for (const revision of ['main', 'HEAD', 'v1', head]) {
          await expectCommit({ url, revision }, head);
        }
        for (const revision of [head.slice(0, 9), head.slice(0, 45)]) {
          const prepared = await prepare({ url, revision });
          expect(prepared.errors, revision).to.deep.equal([]);
        }
        const prepared = await prepare({ url, initializeSubmodules: true });
        expect(prepared.errors).to.deep.equal([]);
        expect(readFileSync(prepared.at('workspace', 'lib/part'), 'utf8')).to.equal('part\n');
      });
    }

    it('has no commit of 40 digits', async () => {
      publish256('odd-256', [{ part: 'part\n' }]);
      const server = await serve();
      const prepared = await prepare({ url: `${server.url}/odd-256.git`, revision: 'a'.repeat(40) });
      expect(prepared.errors.join('')).to.match(/does not have the revision/);
      expect(prepared.code).to.equal(22);
    });

    it('has trees at sub paths, which the controller compares', async () => {
      const [, full = ''] = publish256('tree-256', [{ 'web/a': 'a\n' }, { 'web/b': 'b\n' }]);
      const at = path.join(repositories.folder, 'tree-256.git');
      inRepository(at, 'config', 'uploadpack.allowFilter', 'true');
      inRepository(at, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
      const server = await serve();
      const address = parseGitAddress(`${server.url}/tree-256.git`);
      const { trees } = await client.findTrees({ address, credentials: [], commit: full, paths: ['web'], kept: [] });
      expect(trees.get('web')).to.deep.equal({ kind: 'known', id: inRepository(at, 'rev-parse', 'main:web') });
    });
  });

  /** Publishes a repository with a commit for each list of files. The last one has the tag v1, and perhaps a submodule. Returns the commits. */
  const publish256 = (
    name: string,
    lists: readonly Readonly<Record<string, string>>[],
    submodule?: string,
  ): readonly string[] => {
    const checkout = path.join(repositories.folder, 'checkouts', name);
    mkdirSync(checkout, { recursive: true });
    inRepository(checkout, 'init', '-q', '-b', 'main', '--object-format=sha256');
    const commits = lists.map((files, index) => {
      for (const [file, content] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
        writeFileSync(path.join(checkout, file), content);
      }
      inRepository(checkout, 'add', '-A');
      if (submodule !== undefined && index === lists.length - 1) {
        const modules = '[submodule "lib"]\n\tpath = lib\n\turl = ../part-256.git\n';
        writeFileSync(path.join(checkout, '.gitmodules'), modules);
        inRepository(checkout, 'add', '.gitmodules');
        inRepository(checkout, 'update-index', '--add', '--cacheinfo', `160000,${submodule},lib`);
      }
      inRepository(checkout, 'commit', '-q', '-m', 'a commit');
      return inRepository(checkout, 'rev-parse', 'HEAD');
    });
    inRepository(checkout, 'tag', '-a', '-m', 'a tag', 'v1');
    inRepository(repositories.folder, 'clone', '-q', '--bare', checkout, `${name}.git`);
    updateServerInfo(name);
    return commits;
  };
});

function query(place: string): string {
  return place.slice(place.indexOf('?'));
}

function withUser(url: string, user: string): string {
  return url.replace('//', `//${user}@`);
}

/** Redirects a URL without `.git`, as GitLab does. */
function addGit(place: string): string | undefined {
  const [, repository, rest] = /^\/([\w-]+)(\/info\/refs.*)$/.exec(place) ?? [];
  return repository === undefined ? undefined : `/${repository}.git${rest}`;
}

/** Redirects `step-1` to `step-2`, and the last step to a repository. */
function steps(count: number): (place: string) => string | undefined {
  return (place) => {
    const [, at] = /^\/step-(\d+)/.exec(place) ?? [];
    if (at === undefined) return undefined;
    return `/${Number(at) < count ? `step-${Number(at) + 1}` : 'app.git'}/info/refs${query(place)}`;
  };
}

async function readLogin(key: string): Promise<string | undefined> {
  return LOGIN[key as keyof typeof LOGIN];
}
