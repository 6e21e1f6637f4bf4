import { expect } from 'chai';
import { updateSubmodules } from '../../../../../src/steps/prepare/git/submodules.ts';
import type { Git } from '../../../../../src/clients/git/run-git.ts';

const COMMIT = 'c'.repeat(40);
const INNER = 'd'.repeat(40);

/** The index of each directory. */
const INDEX: Readonly<Record<string, readonly string[]>> = {
  '/source': [`100644 ${'a'.repeat(40)} 0\tfile`, `160000 ${COMMIT} 0\tlib/a b`],
  '/source/lib/a b': [`160000 ${INNER} 0\tinner`],
};

/** Answers from the index, and tells of what was checked and what was checked out. */
function scene(): { readonly git: Git; readonly done: string[] } {
  const done: string[] = [];
  const git: Git = async (directory, args, take) => {
    if (args[0] === 'ls-files') take?.((INDEX[directory] ?? []).map((entry) => `${entry}\0`).join(''));
    if (args[0] === 'checkout') done.push(`check out ${args.at(-1)?.slice(0, 1)} in ${directory}`);
    return '';
  };
  return { git, done };
}

async function refuse(): Promise<void> {
  throw new Error('too large');
}

describe('updateSubmodules', () => {
  it('checks each commit before its checkout, then updates its submodules', async () => {
    const { git, done } = scene();
    await updateSubmodules(git, '/source', async (directory, commit) => {
      done.push(`check ${commit.slice(0, 1)} in ${directory}`);
    });
    expect(done).to.deep.equal([
      'check c in /source/lib/a b',
      'check out c in /source/lib/a b',
      'check d in /source/lib/a b/inner',
      'check out d in /source/lib/a b/inner',
    ]);
  });

  it('does not check out a refused commit', async () => {
    const { git, done } = scene();
    const message = await updateSubmodules(git, '/source', refuse).catch((error: unknown) => String(error));
    expect([message, ...done]).to.deep.equal(['Error: too large']);
  });
});
