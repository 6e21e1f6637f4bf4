import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { ROOT } from '../../support/command.ts';

describe("GitHub's workflows", function () {
  this.timeout(300_000);

  it('are correct for actionlint', async () => {
    const { actionlint } = await ensurePrograms(['actionlint'], (line) => console.error(line));
    const { status, stdout } = spawnSync(actionlint, ['-no-color'], { cwd: ROOT, encoding: 'utf8' });
    expect({ status, stdout }).to.deep.equal({ status: 0, stdout: '' });
  });
});
