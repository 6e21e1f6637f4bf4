import { expect } from 'chai';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { copyProgram } from '../../../../src/steps/prepare/copy-program.ts';
import { makeWorkspace } from '../../../support/workspace.ts';

describe('prepare: a program for phases in other images', () => {
  it('is copied so that every user can run the copy and none can write to it', async () => {
    const workspace = makeWorkspace();
    try {
      workspace.write({ 'bin/taskpack-export': 'program' });
      const directory = path.join(workspace.path, 'programs');
      await copyProgram(path.join(workspace.path, 'bin/taskpack-export'), directory);
      expect(readFileSync(path.join(directory, 'taskpack-export'), 'utf8')).to.equal('program');
      expect(statSync(path.join(directory, 'taskpack-export')).mode & 0o777).to.equal(0o555);
    } finally {
      workspace.remove();
    }
  });
});
