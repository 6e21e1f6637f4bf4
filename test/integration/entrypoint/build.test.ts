import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isStatic } from '../../cluster/images/static-program.ts';
import { ROOT } from '../../support/command.ts';

const ARCHITECTURES = ['amd64', 'arm64'];
const SOURCES = ['scripts', 'fallback-entrypoint', 'export-guard'];
const PROGRAMS = ['taskpack-entrypoint', 'taskpack-export'];

describe('the build of the static programs', function () {
  this.timeout(300_000);
  let folder: string;

  before(() => (folder = mkdtempSync(path.join(tmpdir(), 'taskpack-build-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('produces static programs with the same bytes in every directory', () => {
    const elsewhere = path.join(folder, 'another place');
    for (const source of SOURCES) cpSync(path.join(ROOT, source), path.join(elsewhere, source), { recursive: true });
    const [here, there] = [ROOT, elsewhere].map((place, index) => {
      const target = path.join(folder, `${index}`);
      const { status, stderr } = build(place, [target]);
      expect(stderr).to.equal('');
      expect(status).to.equal(0);
      return ARCHITECTURES.flatMap((architecture) =>
        PROGRAMS.map((program) => readFileSync(path.join(target, `linux-${architecture}`, program))),
      );
    });
    expect(here?.every(isStatic)).to.equal(true);
    expect(here?.map((binary, index) => there?.[index]?.equals(binary))).to.deep.equal([true, true, true, true]);
  });

  it('reports the missing program on a machine without Go', () => {
    const { status, stderr } = build(ROOT, [path.join(folder, 'none')], { PATH: folder });
    expect(stderr).to.equal('taskpack-entrypoint is built by Go: install Go 1.19 or newer and put it on the PATH\n');
    expect(status).to.equal(1);
  });
});

function build(
  root: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): { readonly status: number | null; readonly stderr: string } {
  return spawnSync(process.execPath, [path.join(root, 'scripts/build-entrypoint.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
}
