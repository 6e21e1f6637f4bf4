import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '../../../../src/core/settings/version.ts';
import { ROOT } from '../../../support/command.ts';
import { makeWorkspace } from '../../../support/workspace.ts';

const REGISTRY = ['--registry', 'registry.example.com'];

function run(...args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  return runIn(ROOT, ...args);
}

function runIn(cwd: string, ...args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const program = path.join(ROOT, 'scripts/release.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, stderr };
}

describe('npm run release', function () {
  this.timeout(60_000);

  for (const [args, message] of [
    [[VERSION], 'add --registry REGISTRY: release.yaml names the images there'],
    [[...REGISTRY], 'name one VERSION\n'],
    [[VERSION, ...REGISTRY, '--push', '--draft'], 'a draft cannot be pushed: remove --push or --draft'],
    [[VERSION, ...REGISTRY, '--draft', '--key', 'any'], 'a draft cannot be signed: remove --key or --draft'],
  ] as const) {
    it(`refuses ${args.join(' ')}`, () => {
      const { status, stderr } = run(...args);
      expect(status).to.equal(1);
      expect(stderr).to.include(`error: ${message}`);
    });
  }

  for (const [title, files, named] of [
    ['another directory', { 'notes.txt': 'mine' }, 'notes.txt'],
    ['a directory with another release.json', { 'release.json': '{"name":"other"}' }, 'release.json'],
    [
      'a release with one more file',
      { 'release.json': '{"name":"taskpack","files":[{"name":"a.yaml"}]}', 'a.yaml': '', 'b.yaml': '' },
      'b.yaml',
    ],
    [
      'a release with a directory',
      { 'release.json': '{"name":"taskpack","files":[{"name":"a.yaml"}]}', 'a.yaml/notes.txt': '' },
      'a.yaml',
    ],
  ] as const) {
    it(`refuses to remove the files of ${title}`, () => {
      const workspace = makeWorkspace();
      workspace.write(files);
      const { status, stderr } = run(VERSION, ...REGISTRY, '--draft', '--output', workspace.path);
      const kept = Object.keys(files).map((name) => existsSync(path.join(workspace.path, name)));
      workspace.remove();
      expect(stderr).to.include(
        `error: ${workspace.path} has other files than those of a release, such as ${named}: use an empty directory`,
      );
      expect({ status, kept }).to.deep.equal({ status: 1, kept: Object.keys(files).map(() => true) });
    });
  }

  it('runs no program that the current directory names', () => {
    const workspace = makeWorkspace();
    workspace.write({
      'tsconfig.json': '{ "ts-node": { "require": ["./program.cjs"] } }',
      'program.cjs': "require('node:fs').writeFileSync(`${__dirname}/ran`, '');",
    });
    const { stderr } = runIn(workspace.path, VERSION, ...REGISTRY, '--draft', '--output', '.');
    const ran = existsSync(path.join(workspace.path, 'ran'));
    workspace.remove();
    expect(stderr).to.include('has other files than those of a release');
    expect(ran).to.equal(false);
  });
});
