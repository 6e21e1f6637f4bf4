import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Fixed times and authors give fixed commit IDs. */
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'C',
  GIT_COMMITTER_EMAIL: 'c@example.com',
  GIT_AUTHOR_DATE: '1700000000 +0000',
  GIT_COMMITTER_DATE: '1700000000 +0000',
  GIT_ALLOW_PROTOCOL: 'file:http',
};

export function git(directory: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd: directory,
    env: ENVIRONMENT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

/** The repositories of a server: `NAME.git` in one folder. */
export interface Repositories {
  readonly folder: string;
  /** Adds a commit to a branch. Returns the commit ID. */
  commit(repository: string, files: Readonly<Record<string, string>>, message?: string): string;
  /** Runs git in the repository's own checkout, and publishes the result. */
  git(repository: string, ...args: readonly string[]): string;
  remove(): void;
}

export function makeRepositories(): Repositories {
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-git-'));
  const checkouts = path.join(folder, 'checkouts');
  const checkout = (repository: string): string => path.join(checkouts, repository);
  const ensure = (repository: string): string => {
    const directory = checkout(repository);
    if (mkdirSync(directory, { recursive: true }) === undefined) return directory;
    git(directory, 'init', '-q', '-b', 'main');
    git(folder, 'init', '-q', '--bare', '-b', 'main', `${repository}.git`);
    git(directory, 'remote', 'add', 'origin', path.join(folder, `${repository}.git`));
    return directory;
  };
  return {
    folder,
    commit: (repository, files, message = 'a commit') => {
      const directory = ensure(repository);
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
        writeFileSync(path.join(directory, name), content, { mode: content.startsWith('#!') ? 0o755 : 0o644 });
      }
      git(directory, 'add', '-A');
      git(directory, 'commit', '-q', '--allow-empty', '-m', message);
      publish(directory);
      return git(directory, 'rev-parse', 'HEAD');
    },
    git: (repository, ...args) => {
      const output = git(ensure(repository), ...args);
      publish(checkout(repository));
      return output;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function publish(directory: string): void {
  git(directory, 'push', '-q', '--force', 'origin', 'refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*');
}
