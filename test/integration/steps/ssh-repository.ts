import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startSshServer, type SshServer } from '../../cluster/sources/ssh-server.ts';

/** A server that has a repository `app`. */
export interface SshRepository {
  readonly server: SshServer;
  /** Where the repository is on it. */
  readonly path: string;
}

/** For the tests of the suite that calls this; there is none before its first test. */
export function sshRepository(files: Readonly<Record<string, string>>): () => SshRepository {
  let repositories: Repositories | undefined;
  let repository: SshRepository | undefined;

  before('an SSH server starts', async () => {
    repositories = makeRepositories();
    repositories.commit('app', files);
    repository = { server: await startSshServer(), path: `${repositories.folder}/app.git` };
  });
  after('the SSH server is stopped', async () => {
    await repository?.server.stop();
    repositories?.remove();
  });

  return () => {
    if (repository === undefined) throw new Error('the SSH server is not started yet');
    return repository;
  };
}

/** The line of `known_hosts` for the same host with a key that it does not have. */
export function otherKey(knownHosts: string): string {
  return knownHosts.replace(/AAAA\S+/, 'AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
}
