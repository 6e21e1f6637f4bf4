import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FetchRequest } from '../../../../src/steps/resource/fetch-repository.ts';
import { makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../../cluster/sources/git-server.ts';
import { temporaryFetch } from './temporary-fetch.ts';

const PASSWORD = 'correct-horse';
const AUTHORIZATION = `Basic ${Buffer.from(`robot:${PASSWORD}`).toString('base64')}`;

describe('resource fetch', () => {
  const resource = temporaryFetch();
  const { at } = resource;
  const servers: GitServer[] = [];
  let repositories: Repositories;
  let commits: readonly string[] = [];

  before(async () => {
    repositories = makeRepositories();
    commits = ['one', 'two', 'three'].map((text) => repositories.commit('app', { text }));
    repositories.git('app', 'push', '-q', 'origin', 'main~1:refs/heads/older', 'main~2:refs/tags/v1');
    servers.push(await startGitServer(repositories.folder));
    servers.push(await startGitServer(repositories.folder, { authorization: AUTHORIZATION }));
  });
  after(async () => {
    for (const server of servers) await server.stop();
    repositories.remove();
  });
  const fetched = async (changes: Partial<FetchRequest> = {}, log?: (line: string) => void): Promise<void> =>
    resource.fetched({ url: `${servers[0]?.url}/app.git`, ...changes }, log);
  const text = (): string => readFileSync(at('go/src/app/text'), 'utf8');
  const history = (): number =>
    Number(execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: at('go/src/app'), encoding: 'utf8' }));

  it('checks out the default branch, and reports the commit and the repository', async () => {
    await fetched();
    expect([text(), readFileSync(at('commit'), 'utf8'), history()]).to.deep.equal(['three', commits[2], 1]);
    expect(readFileSync(at('url'), 'utf8')).to.equal(`${servers[0]?.url}/app.git`);
  });

  it('runs no program that a variable of the stepTemplate names', async () => {
    const hooks = at('settings/hooks');
    mkdirSync(at('settings/git'), { recursive: true });
    mkdirSync(hooks);
    writeFileSync(path.join(hooks, 'post-checkout'), `#!/bin/sh\ntouch ${at('ran')}\n`, { mode: 0o755 });
    writeFileSync(at('settings/git/config'), `[core]\n\thooksPath = ${hooks}\n`);
    const url = `${servers[0]?.url}/app.git`;
    for (const variables of [
      { XDG_CONFIG_HOME: at('settings') },
      { GIT_CONFIG_GLOBAL: at('settings/git/config') },
      { GIT_TEMPLATE_DIR: at('settings') },
      { GIT_EXEC_PATH: hooks },
    ]) {
      await resource.fetched({ url, directory: at(...Object.keys(variables)) }, undefined, variables);
      expect(existsSync(at('ran')), JSON.stringify(variables)).to.equal(false);
    }
  });

  it('finds branches, tags and commits', async () => {
    const expected: readonly (readonly [string, string])[] = [
      ['older', 'two'],
      ['refs/heads/older', 'two'],
      ['v1', 'one'],
      [commits[1] ?? '', 'two'],
      ['main', 'three'],
    ];
    for (const [revision, content] of expected) {
      await fetched({ revision });
      expect(text(), revision).to.equal(content);
    }
  });

  it('fetches the requested depth of the history', async () => {
    await fetched({ depth: 2 });
    expect(history()).to.equal(2);
    await fetched({ depth: 0, directory: at('all') });
    expect(execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: at('all'), encoding: 'utf8' })).to.equal('3\n');
  });

  it('fetches submodules if they are requested', async () => {
    const address = `${servers[0]?.url}/app.git`;
    repositories.commit('outer', { own: 'text' });
    repositories.git('outer', 'submodule', 'add', '-q', path.join(repositories.folder, 'app.git'), 'lib');
    repositories.git('outer', 'config', '--file=.gitmodules', 'submodule.lib.url', address);
    repositories.commit('outer', {});
    const url = `${servers[0]?.url}/outer.git`;
    await fetched({ url, directory: at('with') });
    await fetched({ url, directory: at('without'), hasSubmodules: false });
    expect([existsSync(at('with/lib/text')), existsSync(at('without/lib/text'))]).to.deep.equal([true, false]);
  });

  it('uses the credentials that Tekton puts into HOME', async () => {
    const url = `${servers[1]?.url}/app.git`;
    const refused: unknown = await fetched({ url }).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'SourceDenied' });
    const { host } = new URL(url);
    writeFileSync(at('home/.gitconfig'), `[credential]\n\thelper = store\n`);
    writeFileSync(at('home/.git-credentials'), `http://robot:${PASSWORD}@${host}\n`);
    await fetched({ url });
    expect(text()).to.equal('three');
  });

  it('prints no password of a URL', async () => {
    const url = new URL(`${servers[1]?.url}/app.git`);
    url.username = 'robot';
    url.password = PASSWORD;
    const lines: string[] = [];
    await fetched({ url: url.href }, (line) => void lines.push(line));
    const { host } = url;
    expect(readFileSync(at('url'), 'utf8')).to.equal(`http://${host}/app.git`);
    expect(lines.join('\n')).to.include(`"http://${host}/app.git"`).and.not.to.include(PASSWORD);
  });

  it('explains how to write a percent sign in a password', async () => {
    const url = `${servers[1]?.url.replace('//', '//robot:100%@')}/app.git`;
    const error: unknown = await fetched({ url }).catch((reason: unknown) => reason);
    expect(error)
      .to.include({ code: 'SourceUnsupported' })
      .and.to.have.property('message')
      .that.matches(/write % as %25/);
  });

  it('reports a long URL completely', async () => {
    const repository = `${'long/'.repeat(70)}app`;
    repositories.commit(repository, { text: 'far away' });
    const url = `${servers[0]?.url}/${repository}.git`;
    await fetched({ url });
    expect(readFileSync(at('url'), 'utf8')).to.equal(url);
  });

  it('copies the files of an earlier task if there is nothing to fetch, and never changes them', async () => {
    await fetched({ revision: 'older', directory: at('earlier') });
    writeFileSync(at('earlier/more'), 'text');
    rmSync(at('url'));
    await fetched({ url: '', from: { location: at('earlier'), credentials: '/' }, commitFile: at('again') });
    expect([text(), readFileSync(at('again'), 'utf8'), existsSync(at('url'))]).to.deep.equal([
      'two',
      commits[1],
      false,
    ]);
    writeFileSync(at('go/src/app/more'), 'changed');
    expect(readFileSync(at('earlier/more'), 'utf8')).to.equal('text');
  });

  it('fetches, and copies nothing, if there is a URL', async () => {
    mkdirSync(at('earlier'));
    writeFileSync(at('earlier/more'), 'text');
    await fetched({ from: { location: at('earlier'), credentials: '/' } });
    expect([text(), existsSync(at('go/src/app/more'))]).to.deep.equal(['three', false]);
  });

  it('reports an input with neither URL nor earlier task, unless it is optional', async () => {
    const error: unknown = await fetched({ url: '' }).catch((reason: unknown) => reason);
    expect(String(error)).to.match(
      /there is neither a URL to fetch nor a directory of an earlier task: set the parameter/,
    );
    await fetched({ url: '', isOptional: true });
    expect(existsSync(at('commit'))).to.equal(false);
  });

  it('never treats a revision or URL as an option, or runs a program from a URL', async () => {
    for (const changes of [
      { revision: '--upload-pack=touch x' },
      { url: '--upload-pack=x' },
      { url: 'ext::sh -c true' },
    ]) {
      const error: unknown = await fetched({ ...changes, directory: at('odd') }).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(Error);
    }
    expect(existsSync(at('odd/x'))).to.equal(false);
  });
});
