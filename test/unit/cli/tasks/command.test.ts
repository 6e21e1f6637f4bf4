import { expect } from 'chai';
import { runInProcess } from '../../../support/command.ts';

describe('taskpack tasks -o', () => {
  for (const name of ['out.yaml', 'tasks/out.yml', 'out.JSON']) {
    it(`refuses ${name}, which is not a name of a directory`, async () => {
      const { status, stdout, stderr } = await runInProcess(['tasks', '-o', name]);
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
      expect(stderr).to.include(`It must be yaml, json or a directory. To write a file, use: > ${name}`);
    });
  }
});
