import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '../../../../src/settings/version.ts';
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

  it('refuses to verify a directory that does not exist', () => {
    const workspace = makeWorkspace();
    workspace.remove();
    expect(run('verify', VERSION, '--dir', workspace.path).stderr).to.equal(
      `error: there is no directory ${workspace.path}: make the release, or add --dir DIR\n`,
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
        'warning: no signature was checked, so anybody can have made the images, executables, npm package and SBOMs, and ' +
          'chosen the registry: the release has no SHA256SUMS.sig, so make it with --key FILE\n',
      );
  });

  it('warns of the registry whose images it has not checked', () => {
    const workspace = makeWorkspace();
    workspace.write({ 'release.json': '{ "commit": "ccc", "registry": "registry.example.com/taskpack" }' });
    const { stderr } = run('verify', VERSION, '--dir', workspace.path);
    const elsewhere = run('verify', VERSION, '--dir', workspace.path, '--registry', 'mirror.example.com/taskpack');
    workspace.remove();
    expect(stderr).to.include(
      'warning: the images in the registry were not checked: add --registry registry.example.com/taskpack\n',
    );
    expect(elsewhere.stderr).to.include(
      'warning: the release installs the images of registry.example.com/taskpack, ' +
        'but only those of mirror.example.com/taskpack were checked\n',
    );
  });

  it('prints control characters of a release as text', () => {
    const workspace = makeWorkspace();
    workspace.write({ 'release.json': '{ "registry": "any", "version": "\\u001b[2K\\nall claims hold" }' });
    const { stderr } = run('verify', VERSION, '--dir', workspace.path);
    workspace.remove();
    expect(stderr).to.include(
      String.raw`failed: version: the version in release.json is \u{1b}[2K\u{a}all claims hold, not ${VERSION}`,
    );
  });

  it('reads regular files only', () => {
    const workspace = makeWorkspace();
    workspace.write({ 'release.json': '{}', 'directory/a.yaml': '' });
    symlinkSync('/etc/hostname', path.join(workspace.path, 'link'));
    execFileSync('mkfifo', [path.join(workspace.path, 'pipe')]);
    const { status, stderr } = run('verify', VERSION, '--dir', workspace.path);
    workspace.remove();
    expect(status).to.equal(1);
    expect(stderr).to.include('failed: kinds of files: not regular files: "directory", "link", "pipe"\n');
  });

  it('runs no program that the current directory names', () => {
    const workspace = makeWorkspace();
    workspace.write({
      'release.json': '{}',
      'tsconfig.json': '{ "ts-node": { "require": ["./program.cjs"] } }',
      'program.cjs': "require('node:fs').writeFileSync(`${__dirname}/ran`, '');",
    });
    const { stderr } = runIn(workspace.path, 'verify', VERSION, '--dir', '.');
    const ran = existsSync(path.join(workspace.path, 'ran'));
    workspace.remove();
    expect(stderr).to.include('failed: release.json can be read');
    expect(ran).to.equal(false);
  });
});
