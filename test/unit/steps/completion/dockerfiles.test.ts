import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { appliedDockerfiles } from '../../../../src/steps/completion/attestation/dockerfiles.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';

const GROUP = `[[group]]
id = "example/node"
[[group-extensions]]
id = "example/curl"
[[group-extensions]]
id = "example/none"
[[group-extensions]]
id = "example/linked"
[[group-extensions]]
id = "example/large"
`;

describe('the Dockerfiles that the extender has applied', () => {
  let workspace: Workspace;

  beforeEach(() => {
    workspace = makeWorkspace();
    workspace.write({
      'group.toml': GROUP,
      'generated/example_curl/build.Dockerfile': 'FROM x\n',
      'generated/example_none/run.Dockerfile': 'FROM x\n',
      'generated/example_large/build.Dockerfile': Buffer.alloc(1_048_577),
      'generated/example_linked/other': 'secret',
      'generated/example_other/build.Dockerfile': 'FROM x\n',
    });
    symlinkSync('other', path.join(workspace.path, 'generated/example_linked/build.Dockerfile'));
  });
  afterEach(() => workspace.remove());

  it('are the regular files of the extensions in group.toml', async () => {
    const files = {
      group: path.join(workspace.path, 'group.toml'),
      generated: path.join(workspace.path, 'generated'),
    };
    const sha256 = createHash('sha256').update('FROM x\n').digest('hex');
    expect(await appliedDockerfiles(files)).to.deep.equal([{ id: 'example/curl', sha256 }]);
    expect(await appliedDockerfiles({})).to.deep.equal([]);
    workspace.write({ 'group.toml': 'no TOML' });
    expect(await appliedDockerfiles(files)).to.deep.equal([]);
  });
});
