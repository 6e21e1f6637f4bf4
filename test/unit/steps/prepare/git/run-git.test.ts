import { expect } from 'chai';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PrepareError } from '../../../../../src/steps/step-error.ts';
import { makeGit } from '../../../../../src/steps/prepare/git/run-git.ts';

const KILLED =
  'a process of git was killed, most likely because it needs more memory than the limit: raise the memory limit in the resources of the Build';

/** A script that stands in for git, and the expected error. */
const FAILURES: Readonly<Record<string, readonly [script: string, message: string]>> = {
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

  for (const [which, [script, message]] of Object.entries(FAILURES)) {
    it(`rejects for a git ${which}`, async () => {
      const program = path.join(folder, 'git');
      await writeFile(program, `#!/bin/sh\n${script}\n`);
      await chmod(program, 0o755);
      const git = makeGit({ PATH: folder }, (text) => text, new AbortController().signal);
      const error: unknown = await git(folder, ['fetch']).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(PrepareError).and.to.include({ code: 'PrepareFailed', message });
    });
  }
});
