import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { awaitCommand, buildCommand, runInProcess, type Outcome } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { someBuild } from '../../unit/insight/views/some-objects.ts';

const URL = 'https://git.example/team/shop.git';
const SUBJECT = `A long one ${'é'.repeat(300)}`;

describe('the commits of taskpack why', function () {
  this.timeout(60_000);
  let workspace: Workspace;
  let clone: string;
  let commits: Readonly<Record<'first' | 'second' | 'third' | 'side', string>>;

  before(() => {
    buildCommand();
    workspace = makeWorkspace();
    clone = path.join(workspace.path, 'clone');
    git(workspace.path, 'init', '-q', clone);
    git(clone, 'remote', 'add', 'other', 'https://git.example/other.git');
    git(clone, 'remote', 'add', 'origin', 'git@git.example:team/shop');
    const first = commit('First');
    const second = commit('Second \u001b[31mred');
    const third = commit(SUBJECT);
    git(clone, 'checkout', '-q', first);
    commits = { first, second, third, side: commit('Side') };
  });
  after(() => workspace?.remove());

  it('are listed with their subjects from a clone, newest first', async () => {
    expect(await sectionOf(commits.first, commits.third, ['--source', clone])).to
      .equal(`Commits: ${short('first')}..${short('third')}
  ${short('third')} A long one
  ${'é'.repeat(78)}
  ${'é'.repeat(78)}
  ${'é'.repeat(31)}..
  ${short('second')} Second \\u001b[31mred
`);
  });

  it('that a force push removed are listed, too', async () => {
    expect(await sectionOf(commits.side, commits.second, ['--source', clone])).to
      .equal(`Commits: ${short('side')}..${short('second')}
  ${short('second')} Second \\u001b[31mred

Commits that the source no longer has: ${short('second')}..${short('side')}
  ${short('side')} Side
`);
  });

  it('are at most 100, and the rest is counted', async () => {
    const tree = git(clone, 'rev-parse', 'HEAD^{tree}');
    let last = commits.first;
    for (let index = 0; index < 103; index += 1) {
      last = git(clone, 'commit-tree', '-p', last, '-m', `Commit ${index}`, tree);
    }
    const section = await sectionOf(commits.first, last, ['--source', clone]);
    expect(section.split('\n')).to.have.length(103);
    expect(section).to.match(new RegExp(`and 3 more: git log ${short('first')}\\.\\.${last.slice(0, 7)}\n$`));
  });

  it('come from the current directory, if a remote of it is the repository of the Build', async () => {
    mkdir('clone/folder');
    const range = [commits.first, commits.second] as const;
    expect(await sectionOf(...range, [], path.join(clone, 'folder'))).to.include(`${short('second')} Second`);
    for (const cwd of [workspace.path, other()]) {
      expect(await sectionOf(...range, [], cwd)).to.equal(`Commits
  git log ${short('first')}..${short('second')}
  To see the commits, run the command in a clone of
  ${URL}, or name a clone with --source.
`);
    }
  });

  it('are not listed if the clone lacks them', async () => {
    const absent = 'd'.repeat(40);
    expect(await sectionOf(absent, commits.second, ['--source', clone])).to.include(
      `  git log ddddddd..${short('second')}\n  The clone in ${clone}`,
    );
  });

  it('are read from no directory without a repository', async () => {
    const { status, stdout, stderr } = await why(commits.first, commits.second, ['--source', workspace.path]);
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.equal(
      `error: --source ${workspace.path}: git reads no repository there. To see why, run: git -C ${workspace.path} status\n`,
    );
  });

  it('need the git program', async () => {
    const env = { PATH: workspace.path };
    const outcome = await why(commits.first, commits.second, ['--source', clone], env);
    expect(outcome).to.deep.equal({ status: 1, stdout: '', stderr: 'error: git cannot be started: install it\n' });
    expect((await why(commits.first, commits.second, [], env)).stdout).to.include('run the command in a clone of');
  });

  it('are read from a hostile repository without starting one of its programs', async () => {
    const hostile = path.join(workspace.path, 'hostile');
    const marker = path.join(workspace.path, 'started');
    const program = path.join(workspace.path, 'program');
    workspace.write({ program: `#!/bin/sh\necho "$0 $*" >> '${marker}'\nexit 1\n` });
    chmodSync(program, 0o755);
    git(workspace.path, 'clone', '-q', '--no-hardlinks', clone, hostile);
    const settings = {
      'core.fsmonitor': program,
      'core.pager': program,
      'pager.rev-list': program,
      'core.sshCommand': program,
      'core.gitProxy': program,
      'core.alternateRefsCommand': program,
      'core.hooksPath': workspace.path,
      'diff.external': program,
      'gpg.program': program,
      'log.showSignature': 'true',
      'alias.rev-list': `!${program}`,
      'credential.helper': `!${program}`,
      'remote.origin.uploadpack': program,
      'remote.origin.promisor': 'true',
      'extensions.partialClone': 'origin',
      'core.repositoryFormatVersion': '1',
    };
    for (const [name, value] of Object.entries(settings)) git(hostile, 'config', name, value);
    const missing = 'd'.repeat(40);
    for (const url of [`ext::${program}`, hostile, 'ssh://git@git.example/team/shop.git']) {
      git(hostile, 'config', 'remote.origin.url', url);
      expect(await sectionOf(missing, commits.second, ['--source', hostile])).to.include('lacks the');
    }
    expect(await sectionOf(commits.first, commits.second, ['--source', hostile])).to.include('Second');
    expect(existsSync(marker) ? readFileSync(marker, 'utf8') : '').to.equal('');
    // Without these precautions, git starts a program to fetch the missing commit.
    expect(() => git(hostile, 'rev-list', `${missing}...${commits.second}`)).to.throw();
    expect(existsSync(marker)).to.equal(true);
    rmSync(marker);
  });

  function commit(subject: string): string {
    git(clone, 'commit', '-q', '--allow-empty', '-m', subject);
    return git(clone, 'rev-parse', 'HEAD');
  }

  /** A clone of another repository. */
  function other(): string {
    const folder = path.join(workspace.path, 'other');
    if (!existsSync(folder)) {
      git(workspace.path, 'init', '-q', folder);
      git(folder, 'remote', 'add', 'origin', 'https://git.example/team/other.git');
    }
    return folder;
  }

  function mkdir(folder: string): void {
    workspace.write({ [`${folder}/file`]: '' });
  }

  function short(name: keyof typeof commits): string {
    return commits[name].slice(0, 7);
  }

  /** Returns the sections about commits. */
  async function sectionOf(old: string, now: string, args: readonly string[], cwd?: string): Promise<string> {
    const { status, stdout, stderr } = await why(old, now, args, undefined, cwd);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    return /\n(Commits[\s\S]*)\nCompared\n/.exec(stdout)?.[1] ?? stdout;
  }

  async function why(
    old: string,
    now: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = { PATH: process.env['PATH'] ?? '', HOME: workspace.path },
    cwd?: string,
  ): Promise<Outcome> {
    const annotations = {
      'image.kpack.io/reason': 'COMMIT',
      'image.kpack.io/buildChanges': JSON.stringify([{ reason: 'COMMIT', old, new: now }]),
    };
    const build = someBuild({}, { annotations }, { source: { git: { url: URL, revision: now } } });
    const [all, options] = [['why', '--from', '-', '--offline', ...args], { stdin: JSON.stringify(build), env }];
    return cwd === undefined ? runInProcess(all, options) : awaitCommand(all, { ...options, cwd });
  }

  function git(folder: string, ...args: readonly string[]): string {
    const identity = { GIT_AUTHOR_NAME: 'x', GIT_AUTHOR_EMAIL: 'x', GIT_COMMITTER_NAME: 'x', GIT_COMMITTER_EMAIL: 'x' };
    const env = { PATH: process.env['PATH'], HOME: workspace.path, ...identity };
    return execFileSync('git', args, { cwd: folder, env, stdio: 'pipe' }).toString().trim();
  }
});
