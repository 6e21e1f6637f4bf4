import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildCommand, ROOT } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';

const IMAGE = 'apiVersion: kpack.io/v1alpha1\nkind: Image\nmetadata: {name: shop}\n';

describe('taskpack convert: a file that cannot be written', function () {
  this.timeout(60_000);
  before(() => buildCommand());

  it('stays as it was, and no other file stays beside it', () => {
    const workspace = makeWorkspace();
    try {
      workspace.write({ 'image.yaml': IMAGE });
      const file = path.join(workspace.path, 'image.yaml');
      const program = path.join(ROOT, 'dist/bundle/taskpack.cjs');
      // The shell's limit for the size of files makes each write fail.
      const limited = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, program];
      const { status, stderr } = spawnSync('bash', [...limited, 'convert', '-f', file], { encoding: 'utf8' });
      expect(stderr).to.match(/image\.yaml: file too large/);
      expect(status).to.equal(1);
      expect(readdirSync(workspace.path)).to.deep.equal(['image.yaml']);
      expect(readFileSync(file, 'utf8')).to.equal(IMAGE);
    } finally {
      workspace.remove();
    }
  });
});
