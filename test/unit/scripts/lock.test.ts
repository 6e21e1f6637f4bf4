import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

const SCRIPT = pathToFileURL(path.join(ROOT, 'scripts/images/lock.mjs')).href;

describe('the lock of npm run images', () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = makeWorkspace()));
  afterEach(() => workspace.remove());

  /** Runs a module that has `withLock` and the lock's file, and returns what it prints. */
  function run(program: string): string {
    const text = `import { withLock } from ${JSON.stringify(SCRIPT)}; const file = 'dist/some.lock'; ${program}`;
    const options = { cwd: workspace.path, encoding: 'utf8' } as const;
    return spawnSync(process.execPath, ['--input-type=module', '--eval', text], options).stdout;
  }

  it('lets one work begin after the other has ended', () => {
    const printed = run(`
      const work = (name) => async () => {
        console.log('begin ' + name);
        await new Promise((resolve) => setTimeout(resolve, 50));
        console.log('end ' + name);
      };
      await Promise.all([withLock(file, work(1)), withLock(file, work(2))]);
    `);
    expect(printed).to.equal('begin 1\nend 1\nbegin 2\nend 2\n');
    expect(existsSync(path.join(workspace.path, 'dist/some.lock'))).to.equal(false);
  });

  it('is taken from a process that has ended', () => {
    run(`await withLock(file, async () => process.kill(process.pid, 'SIGKILL'));`);
    expect(existsSync(path.join(workspace.path, 'dist/some.lock'))).to.equal(true);
    expect(run(`console.log(await withLock(file, async () => 'done'));`)).to.equal('done\n');
  });

  it('is released by work that fails', () => {
    const printed = run(`
      await withLock(file, async () => { throw new Error('it fails'); }).catch((error) => console.log(error.message));
      console.log(await withLock(file, async () => 'done'));
    `);
    expect(printed).to.equal('it fails\ndone\n');
  });
});
