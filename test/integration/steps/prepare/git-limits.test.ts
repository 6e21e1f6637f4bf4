import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, symlinkSync } from 'node:fs';
import { request as send } from 'node:http';
import path from 'node:path';
import type { SourceInputs } from '../../../../src/core/model/build-inputs.ts';
import { serveHttp, type HttpServer } from '../../../support/http-server.ts';
import { makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../../cluster/sources/git-server.ts';
import { temporaryRegistry } from '../../registry/temporary-registry.ts';
import { temporaryBuilds } from './prepared-build.ts';
import { pushSmallImage } from './pushed-image.ts';
import { filesIn } from './tree-listing.ts';

/** The part of the answer that a slow server sends before it stops. */
const BYTES_BEFORE_SILENCE = 3_000_000;

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;

describe('prepare: the size of fetched git repositories', () => {
  const registry = temporaryRegistry('none');
  const build = temporaryBuilds(() => `${registry().address}/app:1`);
  const servers: (GitServer | HttpServer)[] = [];
  let repositories: Repositories;
  let url = '';

  before(async () => {
    await pushSmallImage(`${registry().address}/app:1`);
    repositories = makeRepositories();
    repositories.commit('app', { text: 'x'.repeat(5000), 'a/b/c': 'y', 'a/d': 'z' });
    const server = await startGitServer(repositories.folder);
    servers.push(server);
    ({ url } = server);
  });
  after(async () => {
    for (const server of servers) await server.stop();
    repositories.remove();
  });

  const source = (repository: string, server = url, initializeSubmodules = false): SourceInputs => ({
    kind: 'git',
    url: `${server}/${repository}.git`,
    revision: 'main',
    initializeSubmodules,
  });

  it('may reach the limits and not exceed them', async () => {
    // Three files in two directories.
    const limits = { bytes: 5002, entries: 5 };
    expect((await build({ source: source('app'), limits })).errors).to.deep.equal([]);
    for (const [less, words] of [
      [
        { ...limits, bytes: 5001 },
        'more than 5001 bytes, the limit of SOURCE_MAX_BYTES: make the source smaller or have the limit raised',
      ],
      [
        { ...limits, entries: 4 },
        'more than 4 entries, the limit of SOURCE_MAX_ENTRIES: make the source smaller or have the limit raised',
      ],
    ] as const) {
      const { code, errors, at } = await build({ source: source('app'), limits: less });
      expect([code, ...errors]).to.deep.equal([26, `ERROR: the source has ${words}`]);
      expect(filesIn(at('workspace'))).to.deep.equal([]);
    }
  });

  it('is checked before the checkout, because few objects can be a million files', async () => {
    repositories.commit('bomb', { file: 'x' });
    bomb(path.join(repositories.folder, 'bomb.git'));
    const { code, at } = await build({ source: source('bomb'), limits: { bytes: 1_000_000_000, entries: 100_000 } });
    expect(code).to.equal(26);
    expect(filesIn(at('workspace'))).to.deep.equal([]);
  });

  it('is checked before the checkout in submodules too', async () => {
    repositories.commit('harmless', { file: 'x' });
    bomb(path.join(repositories.folder, 'harmless.git'));
    repositories.commit('outer', { '.gitmodules': `[submodule "a"]\n\tpath = a\n\turl = ${url}/harmless.git\n` });
    const commit = execFileSync('git', ['rev-parse', 'main'], { cwd: path.join(repositories.folder, 'harmless.git') });
    repositories.git('outer', 'update-index', '--add', '--cacheinfo', `160000,${commit.toString().trim()},a`);
    repositories.git('outer', 'commit', '--quiet', '-m', 'a submodule');
    const limits = { bytes: 1_000_000_000, entries: 100_000 };
    const { code, at } = await build({ source: source('outer', url, true), limits });
    expect(code).to.equal(26);
    expect(filesIn(at('workspace'))).to.deep.equal([]);
  });

  it('is checked during the fetch, which stops at the limit', async () => {
    repositories.commit('large', { random: randomBytes(2 * BYTES_BEFORE_SILENCE).toString('base64') });
    const slow = await serveSilently(url);
    servers.push(slow);
    const limits = { bytes: 1_000_000, entries: 100 };
    const { code, at } = await build({ source: source('large', `http://${slow.address}`), limits });
    expect(code).to.equal(26);
    expect(filesIn(at('workspace'))).to.deep.equal([]);
  });

  it('includes pointers instead of LFS files, with a warning', async () => {
    const files = { '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n', 'real.bin': 'not a pointer' };
    const pointers = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.bin`, POINTER]));
    repositories.commit('large-files', { ...files, ...pointers, 'text.txt': POINTER });
    symlinkSync('text.txt', path.join(repositories.folder, 'checkouts/large-files/link.bin'));
    repositories.commit('large-files', {});
    const { code, log, at } = await build({ source: source('large-files') });
    expect(code).to.equal(0);
    expect(log.filter((line) => line.startsWith('warning: '))).to.deep.equal([
      'warning: Git LFS content is not fetched, so 4 file(s) of the source are pointers: "a.bin", "b.bin", "c.bin", …',
    ]);
    expect(readFileSync(at('workspace', 'a.bin'), 'utf8')).to.equal(POINTER);
    expect((await build({ source: source('app') })).log.join()).not.to.include('LFS');
  });
});

/** Makes the branch of a repository a tree of ten directories with ten directories each, and so on. The tree has a million files. */
function bomb(repository: string): void {
  const git = (input: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: repository,
      input,
      encoding: 'utf8',
    }).trim();
  const names = Array.from({ length: 10 }, (_, index) => `${index}`);
  const blob = git('x', 'hash-object', '-w', '--stdin');
  let tree = git(names.map((name) => `100644 blob ${blob}\t${name}\n`).join(''), 'mktree');
  for (let level = 0; level < 5; level += 1) {
    tree = git(names.map((name) => `040000 tree ${tree}\t${name}\n`).join(''), 'mktree');
  }
  git('', 'update-ref', 'refs/heads/main', git('', 'commit-tree', '-m', 'a bomb', tree));
}

/** A proxy before a server that stops in the middle of long responses. */
async function serveSilently(target: string): Promise<HttpServer> {
  return serveHttp('127.0.0.1', (request, response) => {
    const { method, headers, url: place = '/' } = request;
    const onward = send(new URL(place, target), { method, headers }, (answer) => {
      let sent = 0;
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on('data', (chunk: Buffer) => {
        sent += chunk.length;
        if (sent <= BYTES_BEFORE_SILENCE) response.write(chunk);
      });
      answer.on('end', () => {
        if (sent <= BYTES_BEFORE_SILENCE) response.end();
      });
    });
    request.pipe(onward);
  });
}
