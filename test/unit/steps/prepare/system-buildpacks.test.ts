import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import type { SystemBuildpacks } from '../../../../src/core/model/system-buildpacks.ts';
import { writeSystemBuildpacks } from '../../../../src/steps/prepare/system-buildpacks.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';

describe('prepare: the buildpacks of every group', () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = makeWorkspace()));
  afterEach(() => workspace.remove());

  async function written(buildpacks: SystemBuildpacks) {
    const lines: string[] = [];
    await writeSystemBuildpacks(workspace.path, buildpacks, (line) => void lines.push(line));
    const file = path.join(workspace.path, 'system.toml');
    return { lines, file: existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined };
  }

  it('are in system.toml and in the log', async () => {
    const certificates = { id: 'example/ca', version: '1.2.0', optional: true } as const;
    const pre = [certificates, { id: 'example/own', version: '3.0.0' }];
    const post = [{ id: 'example/agent', version: '2.0.0' }];
    expect(await written({ pre, post, skipped: ['buildpack a/b is not there'] })).to.deep.equal({
      lines: [
        'warning: buildpack a/b is not there',
        'Buildpacks before each group: example/ca@1.2.0, example/own@3.0.0',
        'Buildpacks after each group: example/agent@2.0.0',
      ],
      file: { system: { pre: { buildpacks: pre }, post: { buildpacks: post } } },
    });
  });

  it('write one line into the log, whatever versions the label of the builder has', async () => {
    const pre = [{ id: 'example/ca', version: '1\nBuild successful\n\u001b[31m' }];
    const { lines, file } = await written({ pre, post: [], skipped: [] });
    expect(lines).to.deep.equal(['Buildpacks before each group: example/ca@1\\nBuild successful\\n\\u001b[31m']);
    expect(file).to.deep.equal({ system: { pre: { buildpacks: pre }, post: { buildpacks: [] } } });
  });

  it('are one list if the other place has none', async () => {
    const pre = [{ id: 'example/ca', version: '1.2.0' }];
    expect(await written({ pre, post: [], skipped: [] })).to.deep.equal({
      lines: ['Buildpacks before each group: example/ca@1.2.0'],
      file: { system: { pre: { buildpacks: pre }, post: { buildpacks: [] } } },
    });
  });

  it('leave no file if the Build runs without all of them', async () => {
    expect(await written({ pre: [], post: [], skipped: ['buildpack a/b is not there'] })).to.deep.equal({
      lines: ['warning: buildpack a/b is not there'],
      file: undefined,
    });
  });
});
