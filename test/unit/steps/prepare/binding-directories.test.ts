import { expect } from 'chai';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { makeBindingDirectories } from '../../../../src/steps/prepare/binding-directories.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';

describe('prepare: the directories of bindings', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = makeWorkspace();
  });
  afterEach(() => workspace.remove());

  it('exist before a phase mounts the platform volume read-only', async () => {
    await makeBindingDirectories(workspace.path, ['db', 'old/metadata', 'old/secret', '../../outside']);
    for (const name of ['db', 'old/metadata', 'old/secret', 'outside'])
      expect(existsSync(path.join(workspace.path, 'bindings', name)), name).to.equal(true);
  });

  it('do not exist without bindings, because buildpacks may look for the directory', async () => {
    await makeBindingDirectories(workspace.path);
    expect(existsSync(path.join(workspace.path, 'bindings'))).to.equal(false);
  });
});
