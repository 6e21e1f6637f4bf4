import { expect } from 'chai';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GitError } from '../../../src/clients/git/references/git-error.ts';
import { listByProgram, type GitProgram } from '../../../src/clients/git/references/list-by-program.ts';
import { parseGitAddress, type GitAddress } from '../../../src/clients/git/address.ts';
import type { GitCredential } from '../../../src/clients/git/credentials.ts';
import type { References } from '../../../src/clients/git/references/references.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startSshServer, type SshServer } from '../../cluster/sources/ssh-server.ts';

/** Paths in URLs that contain lines of git, curl and OpenSSH. The server repeats the path in its message. */
const HOSTILE_PATHS = [
  'returned error: 503',
  'The requested URL returned error: 429',
  'Could not resolve host',
  '%0Afatal: unable to access: The requested URL returned error: 503',
  '%0Assh: Could not resolve hostname h: Name or service not known',
  '%0Assh: connect to host h port 22: Connection refused%0A',
  '%0Akex_exchange_identification: Connection closed by remote host%0A',
  '%0D%0AHost key verification failed.%0D%0A',
  '%0Aremote: %0Afatal: early EOF',
  'No space left on device',
  'Cannot allocate memory',
].map((text) => text.replaceAll(' ', '%20'));

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

  const ask = async (
    address: GitAddress,
    credentials: readonly GitCredential[],
    changes: Partial<GitProgram> = {},
  ): Promise<References> => {
    const program = {
      environment: process.env,
      folder,
      trustUnknownSshHosts: true,
      allowedAddresses: '127.0.0.1',
      timeoutMs: 30_000,
      ...changes,
    };
    return listByProgram(program, { address, credentials, names: NAMES }, new AbortController().signal);
  };
  const list = async (credentials: readonly GitCredential[], changes: Partial<GitProgram> = {}, place = 'app.git') => {
    const address = parseGitAddress(`ssh://${server.user}@${server.host}${repositories.folder}/${place}`);
    return ask(address, credentials, changes);
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

  it('fail for the whole host only if ssh gets no connection, whatever the path of the repository contains', async () => {
    for (const place of HOSTILE_PATHS)
      expect(await scopeOf(list([key()], {}, place)), place).to.deep.equal(['SourceNotFound', 'query']);
    const closed = parseGitAddress('ssh://127.0.0.1:1/app.git');
    const nowhere = parseGitAddress('ssh://host.invalid/app.git');
    for (const address of [closed, nowhere])
      expect(await scopeOf(ask(address, [])), address.url).to.deep.equal(['NetworkFailed', 'host']);
    expect(await scopeOf(list([]))).to.deep.equal(['SourceDenied', 'query']);
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
  return (await failure(references)).reason;
}

async function scopeOf(references: Promise<unknown>): Promise<readonly string[]> {
  const { reason: word, scope } = await failure(references);
  return [word, scope];
}

async function failure(references: Promise<unknown>): Promise<GitError> {
  const error: unknown = await references.catch((thrown: unknown) => thrown);
  expect(error).to.be.instanceOf(GitError);
  return error as GitError;
}
