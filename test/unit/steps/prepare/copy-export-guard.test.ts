import { expect } from 'chai';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { copyExportGuard } from '../../../../src/steps/prepare/copy-export-guard.ts';
import { makeWorkspace } from '../../../support/workspace.ts';

describe('prepare: the program that checks files before export', () => {
  it('is copied so that every user can run the copy and none can write to it', async () => {
    const workspace = makeWorkspace();
    try {
      workspace.write({ 'bin/taskpack-export': 'program' });
      const programs = path.join(workspace.path, 'programs');
      await copyExportGuard({ programs, exportGuard: path.join(workspace.path, 'bin/taskpack-export') });
      expect(readFileSync(path.join(programs, 'taskpack-export'), 'utf8')).to.equal('program');
      expect(statSync(path.join(programs, 'taskpack-export')).mode & 0o777).to.equal(0o555);
    } finally {
      workspace.remove();
    }
  });
});
