import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { VERSION } from '../../../../src/settings/version.ts';
import { ROOT } from '../../../support/command.ts';
import { makeWorkspace } from '../../../support/workspace.ts';

const REGISTRY = ['--registry', 'registry.example.com'];

function run(...args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, stderr };
}

describe('npm run release', function () {
  this.timeout(60_000);

  for (const [args, message] of [
    [[VERSION], 'add --registry REGISTRY: release.yaml names the images there'],
    [[...REGISTRY], 'name one VERSION\n'],
    [[VERSION, ...REGISTRY, '--dir', 'any'], '--dir has no effect here\n'],
    [[VERSION, ...REGISTRY, '--push', '--draft'], 'a draft cannot be pushed: remove --push or --draft'],
    [[VERSION, ...REGISTRY, '--draft', '--key', 'any'], 'a draft cannot be signed: remove --key or --draft'],
    [['verify', VERSION, '--push'], '--push has no effect here\n'],
    [['verify', '9.9.9', '--dir', '.'], `this clone has the version ${VERSION}, not 9.9.9: run "git checkout v9.9.9"`],
  ] as const) {
    it(`refuses ${args.join(' ')}`, () => {
      const { status, stderr } = run(...args);
      expect(status).to.equal(1);
      expect(stderr).to.include(`error: ${message}`);
    });
  }

  it('refuses to remove the files of another directory', () => {
    const workspace = makeWorkspace();
    workspace.write({ 'notes.txt': 'mine' });
    const { status, stderr } = run(VERSION, ...REGISTRY, '--draft', '--output', workspace.path);
    const kept = readdirSync(workspace.path);
    workspace.remove();
    expect({ status, kept }).to.deep.equal({ status: 1, kept: ['notes.txt'] });
    expect(stderr).to.include(
      `error: ${workspace.path} has other files than those of a release: use an empty directory`,
    );
  });

  it('refuses to verify a directory that does not exist', () => {
    expect(run('verify', VERSION, '--dir', '/nowhere').stderr).to.equal(
      'error: there is no directory /nowhere: make the release, or add --dir DIR\n',
    );
  });

  it('verifies a folder', () => {
    const workspace = makeWorkspace();
    workspace.write({ 'release.json': '{}' });
    const { status, stderr } = run('verify', VERSION, '--dir', workspace.path);
    workspace.remove();
    expect(status).to.equal(1);
    expect(stderr)
      .to.include('failed: release.json can be read: it has no field registry\n')
      .and.include(
        'warning: no signature was checked, so anybody can have made the images, executables, npm package and SBOMs: ' +
          'the release has no SHA256SUMS.sig, so make it with --key FILE\n',
      );
  });
});
