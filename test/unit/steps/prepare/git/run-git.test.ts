import { expect } from 'chai';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRedaction } from '../../../../../src/clients/http/redaction.ts';
import { PrepareError } from '../../../../../src/core/model/step-failures/step-error.ts';
import type { MemoryLimit } from '../../../../../src/clients/git/memory-limit.ts';
import { makeGit, type Git } from '../../../../../src/clients/git/run-git.ts';

const KILLED =
  'a process of git was killed, most likely because it needs more memory than the limit: raise the memory limit in the resources of the Build';

const COMMUNICATION = 'git failed while it communicated with git.example.com';

/** A script that stands in for git, and the expected error. */
const FAILURES: Readonly<Record<string, readonly [script: string, message: string, code?: string]>> = {
  // The lines of git 2.39 for a server that lacks an object, with padding that hides progress.
  'whose server has a broken repository': [
    "echo 'remote: fatal: unable to read 496f52b        ' >&2; echo 'remote: aborting due to possible repository corruption on the remote side. ' >&2; echo 'fatal: early EOF' >&2; echo 'fatal: protocol error: bad pack header' >&2; exit 128",
    'the git server cannot read its repository: have the repository repaired on the server (git: fatal: protocol error: bad pack header; remote: fatal: unable to read 496f52b; remote: aborting due to possible repository corruption on the remote side.)',
    'RepositoryBroken',
  ],
  'whose server says only that its repository is corrupt': [
    "echo 'remote: aborting due to possible repository corruption on the remote side.' >&2; echo 'fatal: early EOF' >&2; exit 128",
    'the git server cannot read its repository: have the repository repaired on the server (git: fatal: early EOF; remote: aborting due to possible repository corruption on the remote side.)',
    'RepositoryBroken',
  ],
  'whose server in a mesh resets the connection of a client without a proxy': [
    `echo "fatal: unable to access 'http://git/app.git/': Recv failure: Connection reset by peer" >&2; exit 128`,
    "the git server closes the connection: check the URL, proxies and network policies; a server in a mesh may require the mesh's proxy (git: fatal: unable to access 'http://git/app.git/': Recv failure: Connection reset by peer)",
    'NetworkFailed',
  ],
  'whose connection breaks': [
    "echo 'remote: Enumerating objects: 3, done.' >&2; echo 'fatal: early EOF' >&2; exit 128",
    'cannot connect to the git server: check the URL, DNS, proxies and network policies (git: fatal: early EOF)',
    'NetworkFailed',
  ],
  'whose server explains its refusal': [
    "echo 'remote: The project is archived.' >&2; echo 'fatal: unable to access: The requested URL returned error: 403' >&2; exit 128",
    'the git server denies access: check that the ServiceAccount has a Secret for the host and that its user may read the repository (git: fatal: unable to access: The requested URL returned error: 403; remote: The project is archived.)',
    'SourceDenied',
  ],
  'that is killed': ['kill -KILL $$', `${KILLED} (git: fatal: ended by SIGKILL)`],
  'a program of which is killed': [
    "echo 'error: index-pack died of signal 9' >&2; echo 'fatal: fetch-pack: invalid index-pack output' >&2; exit 128",
    `${KILLED} (git: fatal: fetch-pack: invalid index-pack output)`,
  ],
  'that something else ends': ['kill -TERM $$', `${COMMUNICATION} (git: fatal: ended by SIGTERM)`],
  'that says nothing': ['exit 1', `${COMMUNICATION} (git: no error message)`],
  'that does not understand the server': [
    "echo 'fatal: expected flush after ref listing' >&2; exit 128",
    `${COMMUNICATION} (git: fatal: expected flush after ref listing)`,
  ],
};

describe('makeGit', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'taskpack-git-'));
  });
  afterEach(async () => rm(folder, { recursive: true }));

  const install = async (script: string): Promise<void> => {
    const program = path.join(folder, 'git');
    await writeFile(program, `#!/bin/sh\n${script}\n`);
    await chmod(program, 0o755);
  };
  const gitOf = (memoryLimit?: MemoryLimit): Git =>
    makeGit({ PATH: folder }, makeRedaction().redact, new AbortController().signal, {
      server: 'git.example.com',
      ...(memoryLimit !== undefined && { memoryLimit }),
    });

  for (const [which, [script, message, code = 'PrepareFailed']] of Object.entries(FAILURES)) {
    it(`rejects for a git ${which}`, async () => {
      await install(script);
      const error: unknown = await gitOf()(folder, ['fetch']).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(PrepareError).and.to.include({ code, message });
    });
  }

  it('names no server for a command that contacts none, or that of a submodule', async () => {
    await install('exit 1');
    for (const command of ['checkout', 'submodule']) {
      const error: unknown = await gitOf()(folder, [command]).catch((reason: unknown) => reason);
      expect(error).to.include({ message: 'git failed (git: no error message)' });
    }
  });

  describe('with a memory limit', () => {
    const limit: MemoryLimit = { maxKib: 98_304, exceeded: () => new Error('too much') };

    it('sets the limit, and passes all arguments on as they are', async () => {
      await install(`ulimit -S -v; ulimit -H -v; printf '<%s>' "$@"`);
      const args = ['ls-remote', '', 'two words', '$(exit 1)', '; exit 1', '"', "'", '-v', '$0'];
      expect(await gitOf(limit)(folder, args)).to.equal(`98304\n98304\n${args.map((arg) => `<${arg}>`).join('')}`);
    });

    it('rejects with the error of the limit if git gets no more memory', async () => {
      for (const line of [
        'fatal: Out of memory, malloc failed (tried to allocate 1026 bytes)',
        'error: cannot fork() for ssh: Cannot allocate memory',
        'xmalloc: out of memory (allocating 1026 bytes)',
      ]) {
        await install(`echo '${line}' >&2; echo 'fatal: the remote end hung up' >&2; exit 128`);
        const error: unknown = await gitOf(limit)(folder, ['ls-remote']).catch((reason: unknown) => reason);
        expect(error, line).to.include({ message: 'too much' });
      }
    });

    it('rejects for other failures as without a limit', async () => {
      await install("echo 'fatal: early EOF' >&2; exit 128");
      const error: unknown = await gitOf(limit)(folder, ['ls-remote']).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(PrepareError).and.to.include({ code: 'NetworkFailed' });
    });
  });

  it('rejects if there is no git', async () => {
    for (const limit of [undefined, { maxKib: 98_304, exceeded: () => new Error('too much') }]) {
      const error: unknown = await gitOf(limit)(folder, ['ls-remote']).catch((reason: unknown) => reason);
      const message = 'cannot start git (ENOENT): use an image of taskpack that contains git';
      expect(error).to.be.instanceOf(PrepareError).and.to.include({ code: 'PrepareFailed', message });
    }
  });
});
