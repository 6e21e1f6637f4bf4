import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startProcess } from '../../cluster/processes/leashed-process.ts';
import { until } from '../../cluster/processes/until.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

/** Takes a second to end after SIGTERM. */
const SLOW = 'trap "sleep 1; echo farewell; exit" TERM; echo ready; while :; do sleep 0.1; done';

describe('a program that the test bed supervises', () => {
  let workspace: Workspace;
  let leash = '';

  before(async function () {
    this.timeout(1_800_000);
    ({ leash } = await ensurePrograms(['leash'], console.error));
    workspace = makeWorkspace();
  });
  after(() => workspace.remove());

  it('exits by itself after SIGTERM', async () => {
    expect(await outputOf({})).to.include('farewell');
  });

  it('is killed if it has no grace period', async () => {
    expect(await outputOf({ grace: '0s' })).to.not.include('farewell');
  });

  async function outputOf(options: { readonly grace?: string }): Promise<string> {
    const log = path.join(workspace.path, `log-${options.grace ?? 'default'}`);
    const run = startProcess({ name: 'slow', command: 'sh', args: ['-c', SLOW], log, ...options }, leash);
    await until('the program', async () => readFileSync(log, 'utf8') === 'ready\n' || undefined, { died: [run.died] });
    await run.stop();
    return readFileSync(log, 'utf8');
  }
});
