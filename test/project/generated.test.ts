import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

describe('generated files', () => {
  it('are what npm run generate writes', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/generate.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).to.deep.equal({ status: 0, stdout: '', stderr: '' });
  });
});
