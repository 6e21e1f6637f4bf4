import { expect } from 'chai';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PrepareError } from '../../../../../src/steps/prepare/prepare-error.ts';
import { makeGit } from '../../../../../src/steps/prepare/git/run-git.ts';

const KILLED = 'a process of git was killed, most likely because it needed more memory than it may have';

/** What stands for git, and what is said of its failure. */
const FAILURES: Readonly<Record<string, readonly [script: string, message: string]>> = {
  'that is killed': ['kill -KILL $$', `${KILLED} (git: fatal: ended by SIGKILL)`],
  'a program of which is killed': [
    "echo 'error: index-pack died of signal 9' >&2; echo 'fatal: fetch-pack: invalid index-pack output' >&2; exit 128",
    `${KILLED} (git: fatal: fetch-pack: invalid index-pack output)`,
  ],
  'that something else ends': ['kill -TERM $$', 'git fails (git: fatal: ended by SIGTERM)'],
  'that says nothing': ['exit 1', 'git fails (git: no word of why)'],
};

describe('A git', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'taskpack-git-'));
  });
  afterEach(async () => rm(folder, { recursive: true }));

  for (const [which, [script, message]] of Object.entries(FAILURES)) {
    it(`${which} fails and says so`, async () => {
      const program = path.join(folder, 'git');
      await writeFile(program, `#!/bin/sh\n${script}\n`);
      await chmod(program, 0o755);
      const git = makeGit({ PATH: folder }, (text) => text, new AbortController().signal);
      const error: unknown = await git(folder, ['fetch']).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(PrepareError).and.to.include({ code: 'PrepareFailed', message });
    });
  }
});
