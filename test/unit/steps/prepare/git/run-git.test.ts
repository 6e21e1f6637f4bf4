import { expect } from 'chai';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRedaction } from '../../../../../src/http/redaction.ts';
import { PrepareError } from '../../../../../src/steps/step-error.ts';
import { makeGit } from '../../../../../src/steps/prepare/git/run-git.ts';

const KILLED =
  'a process of git was killed, most likely because it needs more memory than the limit: raise the memory limit in the resources of the Build';

/** A script that stands in for git, and the expected error. */
const FAILURES: Readonly<Record<string, readonly [script: string, message: string, code?: string]>> = {
  // The lines of git 2.39 for a server that lacks an object, with padding that hides progress.
  'whose server has a broken repository': [
    "echo 'remote: fatal: unable to read 496f52b        ' >&2; echo 'remote: aborting due to possible repository corruption on the remote side. ' >&2; echo 'fatal: early EOF' >&2; echo 'fatal: protocol error: bad pack header' >&2; exit 128",
    'the git server cannot read its repository: have the repository repaired on the server (git: fatal: protocol error: bad pack header; remote: fatal: unable to read 496f52b; remote: aborting due to possible repository corruption on the remote side.)',
    'RepositoryBroken',
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
  'that something else ends': ['kill -TERM $$', 'git failed (git: fatal: ended by SIGTERM)'],
  'that says nothing': ['exit 1', 'git failed (git: no error message)'],
};

describe('makeGit', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'taskpack-git-'));
  });
  afterEach(async () => rm(folder, { recursive: true }));

  for (const [which, [script, message, code = 'PrepareFailed']] of Object.entries(FAILURES)) {
    it(`rejects for a git ${which}`, async () => {
      const program = path.join(folder, 'git');
      await writeFile(program, `#!/bin/sh\n${script}\n`);
      await chmod(program, 0o755);
      const git = makeGit({ PATH: folder }, makeRedaction().redact, new AbortController().signal);
      const error: unknown = await git(folder, ['fetch']).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(PrepareError).and.to.include({ code, message });
    });
  }
});
