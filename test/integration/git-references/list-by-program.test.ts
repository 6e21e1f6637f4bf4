import { expect } from 'chai';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GitError } from '../../../src/git-references/git-error.ts';
import { listByProgram, type GitProgram } from '../../../src/git-references/list-by-program.ts';
import { makeRedaction } from '../../../src/http/redaction.ts';
import { parseGitAddress } from '../../../src/steps/prepare/git/address.ts';
import type { GitCredential } from '../../../src/steps/prepare/git/credentials.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startSshServer, type SshServer } from '../../cluster/sources/ssh-server.ts';

const NAMES = ['refs/heads/main', 'refs/heads/missing', 'refs/tags/v1'];

describe('the references of a git server by ssh', function () {
  this.timeout(60_000);
  let repositories: Repositories;
  let server: SshServer;
  let commit: string;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-program-'));
    repositories = makeRepositories();
    commit = repositories.commit('app', { 'a.txt': 'a' });
    repositories.git('app', 'tag', '-a', '-m', 'a tag', 'v1');
    repositories.git('app', 'branch', 'main-2');
    server = await startSshServer();
  });
  after(async () => {
    await server?.stop();
    repositories?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const list = async (credentials: readonly GitCredential[], changes: Partial<GitProgram> = {}, place = 'app.git') => {
    const program = {
      environment: process.env,
      folder,
      trustUnknownSshHosts: true,
      redaction: makeRedaction(),
      allowedAddresses: '127.0.0.1',
      timeoutMs: 30_000,
      ...changes,
    };
    const address = parseGitAddress(`ssh://${server.user}@${server.host}${repositories.folder}/${place}`);
    return listByProgram(program, { address, credentials, names: NAMES }, new AbortController().signal);
  };
  const key = (changes: Partial<Extract<GitCredential, { kind: 'ssh' }>> = {}): GitCredential => ({
    kind: 'ssh',
    host: server.host,
    key: server.privateKey,
    knownHosts: undefined,
    ...changes,
  });
  it('are those that were asked for', async () => {
    expect(Object.fromEntries(await list([key()]))).to.deep.equal({
      'refs/heads/main': { id: commit },
      'refs/tags/v1': { id: repositories.git('app', 'rev-parse', 'v1'), peeled: commit },
    });
  });

  it('leave no key behind', () => expect(readdirSync(folder)).to.deep.equal([]));

  it('fail with the same reasons as prepare', async () => {
    expect(await reason(list([]))).to.equal('SourceDenied');
    expect(await reason(list([key()], {}, 'missing.git'))).to.equal('SourceNotFound');
    const unknown = key({ knownHosts: 'other.example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA==' });
    expect(await reason(list([unknown]))).to.equal('HostKeyUnknown');
    expect(await reason(list([key()], { trustUnknownSshHosts: false }))).to.equal('HostKeyUnknown');
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('are not asked of an address that is refused', async () => {
    expect(await reason(list([key()], { allowedAddresses: '' }))).to.equal('AddressRefused');
  });

  it('fail if the server takes too long, or if no file can be written', async () => {
    expect(await reason(list([key()], { timeoutMs: 1 }))).to.equal('NetworkFailed');
    expect(await reason(list([key()], { folder: path.join(folder, 'missing') }))).to.equal('GitFailed');
  });
});

async function reason(references: Promise<unknown>): Promise<string> {
  const error: unknown = await references.catch((thrown: unknown) => thrown);
  expect(error).to.be.instanceOf(GitError);
  return (error as GitError).reason;
}
