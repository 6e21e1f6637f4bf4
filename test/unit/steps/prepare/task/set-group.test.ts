import { expect } from 'chai';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setGroup } from '../../../../../src/steps/prepare/task/set-group.ts';
import { makeWorkspace } from '../../../../support/workspace.ts';

describe('prepare -task=volumes', () => {
  it('gives directories the group of the process and the set-group-ID bit', async () => {
    const workspace = makeWorkspace();
    try {
      const { uid } = statSync(workspace.path);
      const gid = process.getgid?.() ?? 0;
      const directories = ['one', 'two'].map((name) => path.join(workspace.path, name));
      for (const directory of directories) {
        mkdirSync(directory);
        chmodSync(directory, 0o777);
      }
      await setGroup({ user: { uid, gid } }, directories);
      for (const directory of directories) {
        const stats = statSync(directory);
        expect([stats.mode & 0o7777, stats.uid, stats.gid]).to.deep.equal([0o2777, uid, gid]);
      }
    } finally {
      workspace.remove();
    }
  });
});
