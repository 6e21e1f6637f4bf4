import { expect } from 'chai';
import type { Git } from '../../../../../src/clients/git/run-git.ts';
import { updateSubmodules } from '../../../../../src/steps/prepare/git/submodules.ts';

const git: Git = async (_, args, onOutput) => {
  if (args[0] === 'ls-files') onOutput?.(`160000 ${'a'.repeat(40)} 0\tlib/caf\u00e9\0`);
  return '';
};

describe('prepare: a submodule whose path is not UTF-8', () => {
  it('is refused with its bytes, because a working directory is a string in Node', async () => {
    const failure: unknown = await updateSubmodules(git, '/none', async () => undefined).catch(
      (error: unknown) => error,
    );
    expect(failure).to.include({ code: 'SourceUnsupported' });
    expect(failure).to.have.property(
      'message',
      String.raw`a submodule has the path "lib/caf\xE9", which is not valid UTF-8: correct the path or disable submodules`,
    );
  });
});
