import { expect } from 'chai';
import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildCommand, runCommand } from '../support/command.ts';
import { layerEntries, layoutImage, runImages } from '../support/images-command.ts';

/** In bytes: the size that a node pulls. */
const LARGEST = 90_000_000;

describe('the steps image on Debian', function () {
  this.timeout(900_000);
  let folder = '';
  let root = '';

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-steps-image-'));
    root = path.join(folder, 'root');
    mkdirSync(root);
    buildCommand();
    await runImages('--output', path.join(folder, 'layout'));
    const { layers } = layoutImage(path.join(folder, 'layout'), 'steps');
    for (const layer of layers) unpack(layer);
    // Every container runtime provides these devices.
    execFileSync('mkdir', ['-p', path.join(root, 'dev')]);
    execFileSync('mknod', ['-m', '666', path.join(root, 'dev/null'), 'c', '1', '3']);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has the same digest in two builds, and is small', async () => {
    await runImages('--output', path.join(folder, 'again'));
    const [first, second] = ['layout', 'again'].map((name) => layoutImage(path.join(folder, name), 'steps'));
    expect(second?.digest).to.equal(first?.digest);
    expect(first?.size).to.be.lessThan(LARGEST);
  });

  it('has no setuid or setgid file, and only /tmp is writable by all users', async () => {
    const { layers } = layoutImage(path.join(folder, 'layout'), 'steps');
    const entries = (await Promise.all(layers.map(layerEntries))).flat();
    expect(entries.filter(({ mode }) => /s/i.test(mode.slice(1)))).to.deep.equal([]);
    const writable = entries.filter(({ mode }) => mode[8] === 'w' && !mode.startsWith('l'));
    expect(writable).to.deep.equal([{ mode: 'drwxrwxrwt', owner: '0/0', path: './tmp/' }]);
  });

  it('starts every program that the phases need, as any user of a builder', () => {
    for (const user of ['65532', '1000']) {
      for (const program of ['prepare', 'completion', 'resource', 'taskpack']) {
        const { status, stdout, stderr } = inside(user, [program, '--help']);
        expect([status, stderr], program).to.deep.equal([0, '']);
        expect(stdout.toLowerCase(), program).to.match(/^usage: /);
      }
      expect(inside(user, ['git', 'init', '--quiet', '/tmp/source']).stderr).to.equal('');
      expect(inside(user, ['git', '-C', '/tmp/source', 'submodule', 'status'])).to.include({ status: 0, stderr: '' });
      rmSync(path.join(root, 'tmp/source'), { recursive: true });
      // ssh starts and fails only when it resolves the host.
      expect(inside(user, ['ssh', '-o', 'BatchMode=yes', 'host.invalid']).stderr).to.match(
        /Could not resolve hostname/,
      );
    }
  });

  it('prints the installation, although it has no folder config', () => {
    const args = ['install', '--image-registry', 'registry.example.com/tp'];
    const { status, stdout } = inside('65532', ['taskpack', ...args]);
    expect([status, stdout]).to.deep.equal([0, runCommand(args).stdout]);
  });

  it('trusts the certificate authorities that Debian trusts', () => {
    const { stdout } = inside('65532', ['grep', '-c', 'BEGIN CERTIFICATE', '/etc/ssl/certs/ca-certificates.crt']);
    expect(Number(stdout)).to.be.greaterThan(100);
  });

  function unpack(layer: string): void {
    // tar prints that it removes the leading slash.
    execFileSync('tar', ['--extract', '--gzip', '--file', layer, '--directory', root], { stdio: 'pipe' });
  }

  function inside(user: string, command: readonly string[]): SpawnSyncReturns<string> {
    const args = [`--userspec=${user}:${user}`, root, '/usr/bin/env', ...command];
    const env = { PATH: '/taskpack/bin:/usr/local/bin:/usr/bin:/bin', HOME: '/tmp' };
    return spawnSync('/usr/sbin/chroot', args, { env, encoding: 'utf8' });
  }
});
