import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { releaseNode } from '../../../scripts/images/node-binaries.mjs';
import { OWN_ARCHITECTURE } from '../../../scripts/images/run-node.mjs';
import { buildExecutables } from '../../../scripts/release/executables.mjs';
import { VERSION } from '../../../src/core/settings/version.ts';
import { DEFAULT_IMAGES, buildCommand, runCommand, type Outcome } from '../../support/command.ts';
import { SAMPLE } from '../../support/sample.ts';

/** glibc, and the libraries of GCC. */
const LIBRARIES = ['libc.so.6', 'libdl.so.2', 'libgcc_s.so.1', 'libm.so.6', 'libpthread.so.0', 'libstdc++.so.6'];

/** Runs the executable in a folder that holds only its archive and the libraries that it links. */
describe('the executable of a release', function () {
  this.timeout(300_000);
  let root = '';
  let libraries: readonly string[] = [];

  before(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'taskpack-executable-'));
    const node = releaseNode(OWN_ARCHITECTURE);
    const platform = { architecture: OWN_ARCHITECTURE, node, command: [node.file] };
    const { executables } = await buildExecutables(VERSION, [platform]);
    execFileSync('tar', ['--extract', '--gzip', '--directory', root], { input: executables[0]?.archive ?? '' });
    libraries = linkedLibraries(path.join(root, 'taskpack'));
    for (const library of libraries) {
      mkdirSync(path.join(root, path.dirname(library)), { recursive: true });
      copyFileSync(library, path.join(root, library));
    }
    buildCommand();
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  function run(program: string, ...args: readonly string[]): Outcome {
    const options = { env: { ...DEFAULT_IMAGES, PATH: process.env['PATH'] }, encoding: 'utf8' } as const;
    const confined = ['--map-root-user', `--root=${root}`, program, ...args];
    const { status, stdout, stderr } = spawnSync('unshare', confined, options);
    return { status, stdout, stderr };
  }

  it('links no libraries except those of glibc and GCC', () => {
    const names = libraries.map((library) => path.basename(library)).filter((name) => !name.startsWith('ld-linux-'));
    expect(names.toSorted()).to.deep.equal(LIBRARIES);
  });

  it('prints its version', () => {
    expect(run('/taskpack', 'version')).to.deep.equal({ status: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  it('translates as the command of the npm package does', () => {
    writeFileSync(path.join(root, 'input.yaml'), `${SAMPLE.build}---\n${SAMPLE.facts}`);
    expect(run('/taskpack', 'translate', '-f', '/input.yaml')).to.deep.equal(
      runCommand(['translate', '-f', path.join(root, 'input.yaml')]),
    );
  });

  it('prints the installation as the command of the npm package does, without the folder config', () => {
    expect(run('/taskpack', 'install')).to.deep.equal(runCommand(['install']));
    expect(run('/taskpack', 'uninstall')).to.deep.equal(runCommand(['uninstall']));
  });

  it('loads the parts of the bundle that are separate files', () => {
    const cluster = { cluster: { server: 'https://127.0.0.1:1' }, name: 'any' };
    const context = { context: { cluster: 'any', user: 'any' }, name: 'any' };
    const kubeconfig = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'any',
      clusters: [cluster],
      contexts: [context],
      users: [{ name: 'any', user: {} }],
    };
    writeFileSync(path.join(root, 'kubeconfig'), JSON.stringify(kubeconfig));
    const { status, stderr } = run('/taskpack', 'install', '--check', '--kubeconfig', '/kubeconfig');
    expect(stderr).to.include('127.0.0.1:1 cannot be reached');
    expect(status).to.equal(1);
  });

  it("is kubectl's plugin by its name", () => {
    symlinkSync('taskpack', path.join(root, 'kubectl-taskpack'));
    expect(run('/kubectl-taskpack', '--help').stdout).to.match(/^Usage: kubectl taskpack /);
  });
});

/** Returns the paths of the libraries and of the loader. */
function linkedLibraries(program: string): readonly string[] {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => /(?:^|\s)(\/\S+) \(0x/.exec(line)?.[1] ?? []);
}
