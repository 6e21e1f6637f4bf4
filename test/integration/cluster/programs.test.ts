import { expect } from 'chai';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROGRAM_VERSIONS as VERSIONS } from '../../../src/core/model/program-versions.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const COMMAND = `require('./test/cluster/programs/build-programs.ts')
  .ensurePrograms(['leash'], console.error).then(({ leash }) => console.log(leash))`;

describe('the programs of the test bed', function () {
  this.timeout(120_000);
  let cache: string;

  beforeEach(() => (cache = mkdtempSync(path.join(tmpdir(), 'taskpack-cache-'))));
  afterEach(() => rmSync(cache, { recursive: true, force: true }));

  it('are built once if two runs need them at the same time', async () => {
    const runs = await Promise.all([ensureLeash(cache), ensureLeash(cache)]);

    const [place = '', ...others] = new Set(runs.map(({ stdout }) => stdout.trim()));
    expect(others).to.deep.equal([]);
    expect(path.relative(cache, place)).to.match(/^taskpack\/programs\/leash-own-[0-9a-f]{12}\/leash$/);
    const builders = runs.filter(({ stderr }) => stderr.includes('building leash'));
    expect(builders).to.have.length(1);
    // The build leaves neither a lock nor an unfinished file.
    expect(readdirSync(path.join(cache, 'taskpack/programs'))).to.deep.equal([path.basename(path.dirname(place))]);
    expect(readdirSync(path.dirname(place))).to.deep.equal(['leash']);
  });

  it('are not built again', async () => {
    await ensureLeash(cache);
    expect((await ensureLeash(cache)).stderr).to.not.include('building');
  });
});

/** The version that each program prints, and the name that the program is called by. */
const SAID = [
  { name: 'etcd', args: ['--version'], says: `etcd Version: ${VERSIONS.etcd.tested}` },
  { name: 'kube-apiserver', args: ['--version'], says: `Kubernetes v${VERSIONS.kubernetes.tested}` },
  { name: 'kubectl', args: ['version', '--client'], says: `Client Version: v${VERSIONS.kubernetes.tested}` },
  { name: 'lifecycle', called: 'analyzer', args: ['-version'], says: VERSIONS.lifecycle.tested },
  { name: 'registry', args: ['--version'], says: `distribution/v3 v${VERSIONS.registry.tested}` },
] as const;

describe("the versions of the test bed's programs", function () {
  this.timeout(1_800_000);

  for (const { name, args, says, ...rest } of SAID) {
    it(`${name} is the pinned version`, async () => {
      const programs = await ensurePrograms([name], console.error);
      const argv0 = 'called' in rest ? rest.called : name;
      // The lifecycle prints nothing without this variable.
      const env = { CNB_PLATFORM_API: '0.13' };
      const { stdout } = spawnSync(programs[name], args, { argv0, env, encoding: 'utf8' });
      expect(stdout).to.include(says);
    });
  }
});

function ensureLeash(cache: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  // Otherwise Go's own cache is empty too.
  const goCache = execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim();
  const env = { ...process.env, XDG_CACHE_HOME: cache, GOCACHE: goCache };
  return promisify(execFile)(process.execPath, ['--require', 'ts-node/register', '--eval', COMMAND], {
    cwd: ROOT,
    env,
  });
}
