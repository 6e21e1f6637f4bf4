import { expect } from 'chai';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuildInputs } from '../../../src/core/model/build-inputs.ts';
import { makeImage } from '../../../src/core/oci/image.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { signingOracle } from '../../integration/completion/signing-oracle.ts';
import { temporaryRegistry } from '../../integration/registry/temporary-registry.ts';
import { cosign, type Cosign } from '../../integration/signing/cosign.ts';
import { layoutImage, runImages } from '../../support/images-command.ts';
import { emulateArm64 } from './emulator.ts';

const USER = '1001:1000';
const PASSWORD = 'open sesame';
/** The volumes of a Pod that prepare writes to. */
const VOLUMES = ['workspace', 'platform', 'projectMetadata', 'var/credentials', 'var/taskpack', 'var/tokens', 'work'];

interface Outcome {
  readonly code: number;
  readonly output: string;
}

describe('the steps image for arm64, in QEMU', function () {
  this.timeout(900_000);
  emulateArm64();
  const registry = temporaryRegistry('none');
  let folder = '';
  let root = '';
  let repositories: Repositories;
  let git: GitServer;
  let image = { tag: '', digest: '' };
  let real: Cosign;

  before('the image is built and unpacked', async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-arm64-'));
    root = path.join(folder, 'root');
    await runImages('--platform', 'linux/arm64', '--output', path.join(folder, 'layout'));
    mkdirSync(root);
    for (const layer of layoutImage(path.join(folder, 'layout'), 'steps').layers)
      execFileSync('tar', ['--extract', '--gzip', '--file', layer, '--directory', root], { stdio: 'pipe' });
    // Every container runtime provides these devices.
    mkdirSync(inside('dev'), { recursive: true });
    for (const [device, minor] of [
      ['null', '3'],
      ['urandom', '9'],
    ] as const)
      execFileSync('mknod', ['-m', '666', inside(`dev/${device}`), 'c', '1', minor]);
    for (const volume of VOLUMES) mkdirSync(inside(volume), { recursive: true });
    execFileSync('chown', ['--recursive', USER, ...VOLUMES.map(inside)]);
  });
  before('an image, a repository and a key exist', async () => {
    const programs = await ensurePrograms(['cosign', 'signing-oracle'], (line) => console.error(line));
    real = cosign(programs.cosign, folder, PASSWORD);
    await signingOracle(programs['signing-oracle'], folder).makeKey(inside('keys/one'), PASSWORD);
    execFileSync('chmod', ['--recursive', 'a+rX', inside('keys')]);
    const config = { os: 'linux', architecture: 'arm64' };
    const digest = await pushImage(
      makeImage({ config, layers: [] }),
      { url: registry().url, repository: 'app' },
      'latest',
    );
    image = { tag: `${registry().address}/app:latest`, digest };
    repositories = makeRepositories();
    repositories.commit('app', { 'file.txt': 'content\n', 'sub/run.sh': '#!/bin/sh\n' });
    git = await startGitServer(repositories.folder);
  });
  after(async () => {
    await git.stop();
    repositories.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('fetches a git source in prepare', async () => {
    const url = `${git.url}/app.git`;
    const source = { kind: 'git', url, revision: 'main', initializeSubmodules: false } as const;
    const application = { source, sourceLimits: { bytes: 2 ** 20, entries: 100 }, environment: [] };
    writeInputs({ application });
    const { code, output } = await run('prepare', '-inputs=/inputs.json');
    expect(code, output).to.equal(0);
    expect(readFileSync(inside('workspace/file.txt'), 'utf8')).to.equal('content\n');
    expect(readFileSync(inside('workspace/sub/run.sh'), 'utf8')).to.equal('#!/bin/sh\n');
  });

  it('signs an image in completion, and cosign verifies the signature', async () => {
    writeInputs({ completion: { signing: [{ path: '/keys/one' }], signatureAnnotations: [] } });
    writeFileSync(inside('report.toml'), `[image]\n  tags = ["${image.tag}"]\n  digest = "${image.digest}"\n`);
    const { code, output } = await run(
      'completion',
      '-inputs=/inputs.json',
      '-report=/report.toml',
      '-outcome=/work/outcome',
    );
    expect(code, output).to.equal(0);
    await real.verify(inside('keys/one/cosign.pub'), image.tag);
  });

  function inside(name: string): string {
    return path.join(root, name);
  }

  function writeInputs(others: Partial<BuildInputs>): void {
    const inputs: BuildInputs = {
      version: 1,
      tags: [image.tag],
      runImage: image.tag,
      builder: { image: image.tag },
      credentials: { source: [], registry: [], imagePull: [], trustUnknownSshHosts: false },
      completion: { signing: [], signatureAnnotations: [] },
      ...others,
    };
    writeFileSync(inside('inputs.json'), JSON.stringify(inputs));
  }

  /** Runs a program of the image, while the servers of this process answer. */
  async function run(...command: readonly string[]): Promise<Outcome> {
    const args = [`--userspec=${USER}`, root, '/usr/bin/env', ...command];
    const env = { PATH: '/taskpack/bin:/usr/local/bin:/usr/bin:/bin', HOME: '/work' };
    return new Promise((resolve) => {
      execFile('/usr/sbin/chroot', args, { env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
      });
    });
  }
});
