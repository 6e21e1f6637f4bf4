import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../../cluster/sources/git-server.ts';
import { startFloodingServer } from '../../../support/flooding-server.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { temporaryBuilds, type Prepared } from './prepared-build.ts';
import { pushSmallImage } from './pushed-image.ts';
import { filesIn } from './tree-listing.ts';

const LINK = '120000';
const FOLDER = '40000';
const GITLINK = '160000';

/** An entry of a tree: its mode, its name and its object. */
type TreeEntry = readonly [mode: string, name: string, object: string];

describe('prepare: a hostile git repository', () => {
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => `${registry().address}/app:1`);
  let repositories: Repositories;
  let server: GitServer;
  let folder: string;
  let commit: string;

  before(async () => {
    await pushSmallImage(`${registry().address}/app:1`);
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-hostile-'));
    repositories = makeRepositories();
    commit = repositories.commit('part', { part: 'part\n', 'hooks/post-checkout': script(), config: config() });
    server = await startGitServer(repositories.folder);
  });
  beforeEach(() => rmSync(mark(), { force: true }));
  after(async () => {
    await server?.stop();
    repositories?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Exists if a command of an attack has run. */
  const mark = (): string => path.join(folder, 'mark');
  const script = (): string => `#!/bin/sh\ntouch ${mark()}\n`;
  /** A configuration each of whose commands leaves the mark. */
  const config = (): string => {
    const command = path.join(folder, 'attack');
    writeFileSync(command, script(), { mode: 0o755 });
    return [
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${command}\n\tsshCommand = ${command}`,
      `\thooksPath = ${folder}\n\tgitProxy = ${command}\n\teditor = ${command}\n\tpager = ${command}`,
      `[filter "evil"]\n\tsmudge = ${command}\n\tclean = ${command}\n\trequired = true`,
      `[diff "evil"]\n\ttextconv = ${command}\n\tcommand = ${command}`,
      `[credential]\n\thelper = ${command}\n[alias]\n\tcheckout = !${command}\n`,
    ].join('\n');
  };
  const prepare = async (repository: string, subPath?: string): Promise<Prepared> =>
    build({
      source: {
        kind: 'git',
        url: `${server.url}/${repository}.git`,
        revision: 'main',
        initializeSubmodules: true,
      },
      ...(subPath !== undefined && { application: { subPath } }),
    });
  /** Publishes a repository whose only commit has this tree, which git itself does not make. */
  const publish = (repository: string, entries: (object: ObjectWriter) => readonly TreeEntry[]): void => {
    repositories.commit(repository, {});
    const at = path.join(repositories.folder, `${repository}.git`);
    const object = objectWriter(at);
    const made = runGit(at, ['commit-tree', '-m', 'an attack', object.tree(entries(object))]);
    runGit(at, ['update-ref', 'refs/heads/main', made]);
  };
  /** Publishes a repository with one submodule, at `lib` unless its lines say otherwise. */
  const publishSubmodule = (repository: string, section: string, at = 'lib'): void =>
    publish(repository, ({ blob }) => [
      ['100644', '.gitmodules', blob(section)],
      [GITLINK, at, commit],
    ]);

  describe('runs no command, and reads no file of this machine, by the URL of a submodule:', () => {
    for (const [what, url, words] of [
      ['a program', () => `ext::sh -c touch% ${mark()}`, /protocol that is not allowed/],
      ['a file descriptor', () => 'fd::0', /protocol that is not allowed/],
      ['a file', () => `file://${repositories.folder}/part.git`, /protocol that is not allowed/],
      ['a path', () => `${repositories.folder}/part.git`, /protocol that is not allowed/],
      ['an option of git', () => `--upload-pack=touch ${mark()}`, /No url found for submodule path/],
      ['an option of OpenSSH', () => `ssh://-oProxyCommand=touch%20${mark()}/x`, /clone of 'ssh:.* failed/],
    ] as const) {
      it(what, async () => {
        publishSubmodule('submodule', `[submodule "lib"]\n\tpath = lib\n\turl = ${JSON.stringify(url())}\n`);
        const { code, errors, at } = await prepare('submodule');
        expect(existsSync(mark())).to.equal(false);
        expect(errors.join('')).to.match(words);
        expect(code).not.to.equal(0);
        expect(filesIn(at('workspace'))).to.deep.equal([]);
      });
    }
  });

  it('runs no command that .gitmodules names for the update', async () => {
    const section = `[submodule "lib"]\n\tpath = lib\n\turl = ${server.url}/part.git\n\tupdate = "!touch ${mark()} #"\n`;
    publishSubmodule('update', section);
    const { code } = await prepare('update');
    expect(existsSync(mark())).to.equal(false);
    expect(code).not.to.equal(0);
  });

  for (const name of ['../../../modules', '..', '.git/../../lib', 'a/../../lib/hooks']) {
    it(`does not use a submodule's name as a path out of its folder (CVE-2018-11235): ${name}`, async () => {
      publish('named', (object) => [
        ['100644', '.gitmodules', object.blob(`[submodule "${name}"]\n\tpath = lib\n\turl = ${server.url}/part.git\n`)],
        [GITLINK, 'lib', commit],
        [FOLDER, 'modules', object.tree(repositoryEntries(object, script(), config()))],
      ]);
      const { code, errors } = await prepare('named');
      expect(existsSync(mark())).to.equal(false);
      expect(errors.join('')).to.match(/has no URL for a submodule/);
      expect(code).to.equal(24);
    });
  }

  for (const place of ['.git', '.GIT', '..', '-x']) {
    it(`has no submodule at the path ${place}`, async () => {
      publishSubmodule('placed', `[submodule "lib"]\n\tpath = "${place}"\n\turl = ${server.url}/part.git\n`, place);
      const { code } = await prepare('placed');
      expect(existsSync(mark())).to.equal(false);
      expect(code).not.to.equal(0);
    });
  }

  for (const name of ['.git', '.GIT', 'git~1']) {
    it(`has no folder or link of the name ${name}`, async () => {
      publish('folder', (object) => [[FOLDER, name, object.tree(repositoryEntries(object, script(), config()))]]);
      publish('link', ({ blob }) => [[LINK, name, blob(path.join(folder, 'repository'))]]);
      mkdirSync(path.join(folder, 'repository'), { recursive: true });
      for (const repository of ['folder', 'link']) {
        const { code, errors, at } = await prepare(repository);
        expect(existsSync(mark()), repository).to.equal(false);
        expect(errors.join(''), repository).to.match(/invalid path/);
        expect(code).not.to.equal(0);
        expect(filesIn(at('workspace'))).to.deep.equal([]);
      }
    });
  }

  it('writes nothing through a link that has the name of a folder', async () => {
    const outside = path.join(folder, 'outside');
    mkdirSync(outside, { recursive: true });
    publish('twice', (object) => [
      ['100644', '.gitmodules', object.blob(`[submodule "lib"]\n\tpath = a/lib\n\turl = ${server.url}/part.git\n`)],
      [LINK, 'a', object.blob(outside)],
      [
        FOLDER,
        'a',
        object.tree([
          [GITLINK, 'lib', commit],
          ['100644', 'file', object.blob('evil')],
        ]),
      ],
    ]);
    await prepare('twice');
    expect(filesIn(outside)).to.deep.equal([]);
  });

  it('does not bring hooks, filters and configuration into effect by files that look like a repository', async () => {
    publish('inner', (object) => {
      const repository = repositoryEntries(object, script(), config());
      return [
        ['100644', '.gitattributes', object.blob('* filter=evil diff=evil\n')],
        ['100644', '.gitconfig', object.blob(config())],
        ...repository,
        [FOLDER, 'sub', object.tree([...repository, ['100644', 'file', object.blob('x')]])],
      ];
    });
    for (const subPath of [undefined, 'sub']) {
      const { errors, at } = await prepare('inner', subPath);
      expect(existsSync(mark())).to.equal(false);
      expect(errors).to.deep.equal([]);
      expect(readFileSync(at('workspace', 'hooks/post-checkout'), 'utf8')).to.equal(script());
    }
  });

  for (const subPath of ['../..', '/etc', 'out', 'sub/out/inner', '--help']) {
    it(`has no sub path outside of the repository: ${subPath}`, async () => {
      const outside = path.join(folder, 'elsewhere/inner');
      mkdirSync(outside, { recursive: true });
      writeFileSync(path.join(outside, 'secret'), 'secret');
      publish('sub-paths', ({ blob, tree }) => [
        [LINK, 'out', blob(path.dirname(outside))],
        [FOLDER, 'sub', tree([[LINK, 'out', blob(path.dirname(outside))]])],
      ]);
      const { at } = await prepare('sub-paths', subPath);
      expect(readdirSync(at('workspace'))).to.deep.equal(subPath === '../..' ? ['.git', 'out', 'sub'] : []);
      expect(filesIn(outside)).to.deep.equal(['secret']);
    });
  }

  for (const url of ['ssh://git.invalid#@HOST/app.git', 'ssh://git.invalid?@HOST/app.git']) {
    it(`contacts no other host than the one that is checked: ${url}`, async () => {
      let connections = 0;
      const listener = createServer((socket) => {
        connections += 1;
        socket.destroy();
      }).listen(0, '127.0.0.1');
      await once(listener, 'listening');
      const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
      const prepared = await build({
        source: { kind: 'git', url: url.replace('HOST', host), revision: 'main', initializeSubmodules: false },
      });
      listener.close();
      expect(connections).to.equal(0);
      expect(prepared.code).to.equal(24);
    });
  }

  for (const [what, part] of [
    ['headers', 'x-a: b\r\n'.repeat(1_000)],
    ['a header', 'a'.repeat(100_000)],
  ] as const) {
    it(`is not read from a server that sends ${what} without end`, async () => {
      const flooding = await startFloodingServer(function* () {
        yield 'HTTP/1.1 200 OK\r\nx-long: ';
        for (;;) yield part;
      });
      const url = `http://${flooding.address}/app.git`;
      const { code } = await build({ source: { kind: 'git', url, revision: 'main', initializeSubmodules: false } });
      await flooding.stop();
      expect(code).not.to.equal(0);
      expect(flooding.taken()).to.be.below(100_000_000);
    });
  }

  it('in a folder that another task fetched has no effect either', async () => {
    const source = path.join(folder, 'fetched');
    execFileSync('git', ['clone', '--quiet', path.join(repositories.folder, 'part.git'), source]);
    writeFileSync(path.join(source, '.git/config'), config().replace('worktree = .', 'worktree = ..'));
    writeFileSync(path.join(source, '.git/hooks/post-checkout'), script(), { mode: 0o755 });
    symlinkSync(folder, path.join(source, 'out'));
    writeFileSync(path.join(source, '.gitattributes'), '* filter=evil\n');
    const prepared = await build({ source: { kind: 'directory', path: source } });
    expect(prepared.errors).to.deep.equal([]);
    expect(existsSync(mark())).to.equal(false);
    const through = await build({ source: { kind: 'directory', path: source }, application: { subPath: 'out' } });
    expect(through.code).to.equal(27);
  });
});

interface ObjectWriter {
  readonly blob: (content: string) => string;
  readonly tree: (entries: readonly TreeEntry[]) => string;
}

/** Writes objects without git's checks. */
function objectWriter(repository: string): ObjectWriter {
  const write = (type: string, content: string | Buffer): string =>
    runGit(repository, ['hash-object', '-t', type, '-w', '--literally', '--stdin'], content);
  return {
    blob: (content) => write('blob', content),
    tree: (entries) =>
      write(
        'tree',
        Buffer.concat(
          entries.flatMap(([mode, name, object]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(object, 'hex')]),
        ),
      ),
  };
}

/** Returns the entries of a folder that is a bare repository for git, with a hook and a configuration. */
function repositoryEntries({ blob, tree }: ObjectWriter, hook: string, config: string): readonly TreeEntry[] {
  const folder = tree([['100644', 'none', blob('')]]);
  return [
    ['100644', 'HEAD', blob('ref: refs/heads/main\n')],
    ['100644', 'config', blob(config)],
    [FOLDER, 'hooks', tree([['100755', 'post-checkout', blob(hook)]])],
    [FOLDER, 'objects', folder],
    [FOLDER, 'refs', folder],
  ];
}

function runGit(repository: string, args: readonly string[], input: string | Buffer = ''): string {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd: repository, input, encoding: 'utf8' }).trim();
}
