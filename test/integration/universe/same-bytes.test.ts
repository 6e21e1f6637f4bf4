import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { ROOT } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';

/** Creates the universe in a folder at another time, and prints the digests of its images. */
const SCRIPT = `
  const [folder, now] = process.argv.slice(1);
  Date.now = () => Number(now);
  globalThis.Date = class extends Date {
    constructor(...given) { super(...(given.length > 0 ? given : [Number(now)])); }
  };
  const { universe } = require('./test/cluster/universe/universe.ts');
  const { makeLayer } = require('./src/core/oci/layer.ts');
  const busybox = makeLayer([{ path: '/bin/busybox', kind: 'file', content: 'none' }]);
  const images = universe({ busybox, lifecycle: folder + '/lifecycle', launcher: folder + '/launcher' });
  const digests = Object.entries(images).map(([name, { manifest }]) => [name, manifest.digest]);
  console.log(JSON.stringify(Object.fromEntries(digests)));`;

/** The environment in which a universe is created. */
const WORLDS = [
  { umask: '022', now: 0, TZ: 'UTC', LANG: 'C' },
  { umask: '077', now: 1e12, TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' },
];

describe('the universe, created twice', function () {
  this.timeout(120_000);

  it('has the same digests with another umask, clock, time zone and language', async function () {
    this.timeout(1_800_000);
    const programs = await ensurePrograms(['lifecycle', 'launcher'], (line) => console.error(line));
    const [one, other] = WORLDS.map((world) => digestsIn(world, programs));
    expect(Object.keys(one ?? {})).to.include.members(['run', 'build', 'lifecycle', 'meta']);
    expect(other).to.deep.equal(one);
  });
});

function digestsIn(
  { umask, now, TZ, LANG }: (typeof WORLDS)[number],
  programs: Readonly<Record<'lifecycle' | 'launcher', string>>,
): Readonly<Record<string, string>> {
  const workspace = makeWorkspace();
  const copy = `cat "$1" > "$3/lifecycle"; cat "$2" > "$3/launcher"; touch -d @"$4" "$3"/*`;
  const make = `exec "$5" --require ts-node/register --eval "$6" "$3" "$4"`;
  const node = process.execPath;
  const { lifecycle, launcher } = programs;
  const args = [lifecycle, launcher, workspace.path, String(now), node, SCRIPT];
  try {
    const { stdout, stderr } = spawnSync('sh', ['-ec', `umask ${umask}; ${copy}; ${make}`, 'sh', ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], TZ, LANG },
      encoding: 'utf8',
    });
    expect(stderr).to.equal('');
    return JSON.parse(stdout) as Readonly<Record<string, string>>;
  } finally {
    workspace.remove();
  }
}
