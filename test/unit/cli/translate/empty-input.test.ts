import { expect } from 'chai';
import { runInProcess } from '../../../support/command.ts';

describe('taskpack translate with an input that holds no object', () => {
  for (const stdin of ['', '# a comment\n', 'null\n', '{apiVersion: v1, kind: List, items: []}\n']) {
    it(`names the input for ${JSON.stringify(stdin)}`, async () => {
      const { status, stderr } = await runInProcess(['translate', '-f', '-'], { stdin });
      expect(status).to.equal(1);
      expect(stderr).to.include('note: <stdin>: no object is in this input\n');
    });
  }

  it('does not name an input with an object', async () => {
    const stdin = '{apiVersion: v1, kind: ServiceAccount, metadata: {name: a}}';
    const { stderr } = await runInProcess(['translate', '-f', '-'], { stdin });
    expect(stderr).not.to.include('no object');
  });
});
