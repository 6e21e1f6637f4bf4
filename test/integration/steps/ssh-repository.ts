import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startSshServer, type SshServer } from '../../cluster/sources/ssh-server.ts';

/** An SSH server with a repository `app`. */
export interface SshRepository {
  readonly server: SshServer;
  /** The path of the repository on the server. */
  readonly path: string;
}

/** A server for the tests of the calling suite, which starts before the first test. */
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

/** A line of `known_hosts` for the same host with a wrong key. */
export function otherKey(knownHosts: string): string {
  return knownHosts.replace(/AAAA\S+/, 'AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
}
