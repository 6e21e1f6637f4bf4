import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from '../../cluster/programs/lock.ts';
import { ROOT } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

describe('a lock file', () => {
  let workspace: Workspace;
  let file: string;
  beforeEach(() => {
    workspace = makeWorkspace();
    file = path.join(workspace.path, 'some/lock');
  });
  afterEach(() => workspace.remove());

  it('lets one work begin after the other has ended', async () => {
    const seen: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      seen.push(`begin ${name}`);
      await sleep(50);
      seen.push(`end ${name}`);
    };
    await Promise.all([withLock(file, work('one')), withLock(file, work('two'))]);
    expect(seen).to.deep.equal(['begin one', 'end one', 'begin two', 'end two']);
    expect(existsSync(file)).to.equal(false);
  });

  it('is taken from a process that has ended', async () => {
    const program = `require('ts-node/register');
      const { withLock } = require('./test/cluster/programs/lock.ts');
      void withLock(${JSON.stringify(file)}, async () => process.kill(process.pid, 'SIGKILL'));`;
    spawnSync(process.execPath, ['--eval', program], { cwd: ROOT });
    expect(existsSync(file)).to.equal(true);
    expect(await withLock(file, async () => 'done')).to.equal('done');
  });

  it('is released by work that fails', async () => {
    const failure = await withLock(file, async () => Promise.reject(new Error('it fails'))).catch((error) => error);
    expect(failure).to.have.property('message', 'it fails');
    expect(await withLock(file, async () => 'done')).to.equal('done');
  });
});
