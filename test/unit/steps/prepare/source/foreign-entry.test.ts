import { expect } from 'chai';
import { foreignEntry } from '../../../../../src/steps/prepare/source/workspace.ts';
import { PrepareError } from '../../../../../src/core/model/step-failures/step-error.ts';

describe('prepare: an entry of the workspace that another user owns', () => {
  for (const code of ['EACCES', 'EPERM']) {
    it(`is reported with the probable cause: ${code}`, () => {
      const error = foreignEntry(failure(code, '/workspace/run/0'), '/workspace');
      expect(error).to.be.instanceOf(PrepareError);
      expect(String(error)).to.include(
        'another user owns /workspace/run/0, probably because the builder image has a link to /workspace',
      );
    });
  }

  it('is another error than that of a full disk, or of a file elsewhere', () => {
    for (const error of [failure('ENOSPC', '/workspace/a'), failure('EACCES', '/workspaces/a'), new Error('x')])
      expect(foreignEntry(error, '/workspace')).to.equal(error);
  });
});

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: rmdir`), { code, path });
}
