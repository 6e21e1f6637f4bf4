import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';

/** A file in no declared folder. */
const OUTSIDE = '/bin/sh';

const READS: Readonly<Record<string, string>> = {
  'by name': `require('node:fs').readFileSync('${OUTSIDE}')`,
  'by URL': `require('node:fs').readFileSync(new URL('file://${OUTSIDE}'))`,
  'as a promise': `require('node:fs/promises').readFile('${OUTSIDE}').catch(() => undefined)`,
  'with a descriptor': `require('node:fs').openSync('${OUTSIDE}')`,
  'as the source of a copy': `require('node:fs').cpSync('${OUTSIDE}', '/dev/null/sh')`,
  'as a folder': `require('node:fs').opendir('${OUTSIDE}', () => {})`,
  'with an imported function': `import('node:fs').then(({ readFileSync }) => readFileSync('${OUTSIDE}')).catch(() => undefined)`,
};

describe('the files that a suite reads', () => {
  for (const [how, program] of Object.entries(READS)) {
    it(`fail the suite if no declared folder has them: read ${how}`, () => {
      const { status, stdout } = run(`try { ${program}; } catch {}`);
      expect(stdout).to.include(`a test reads ${OUTSIDE}, which is not in a declared folder`);
      expect(status).to.equal(1);
    });
  }

  it('fail the suite if they are in the history of the project', () => {
    expect(run(`require('node:fs').readdir('.git', () => {})`)).to.deep.include({
      status: 1,
      stdout: `a test reads ${path.join(ROOT, '.git')}, which is not in a declared folder of test/support/declared-files.cjs\n`,
    });
  });

  it('fail a run of mocha, which sets the exit code of its tests', () => {
    const workspace = makeWorkspace();
    try {
      workspace.write({ 'a.cjs': `it('reads', () => void require('node:fs').readFileSync('${OUTSIDE}'))` });
      const args = ['node_modules/mocha/bin/mocha.js', '--no-config', '--require', './test/support/declared-files.cjs'];
      const file = path.join(workspace.path, 'a.cjs');
      const { status, stdout } = spawnSync(process.execPath, [...args, file], { cwd: ROOT, encoding: 'utf8' });
      expect(stdout).to.include('1 passing').and.to.include(`a test reads ${OUTSIDE}`);
      expect(status).to.equal(1);
    } finally {
      workspace.remove();
    }
  });

  it('can be missing', () => {
    const program = `require('node:fs').readFile('/nowhere/config.json', () => {})`;
    expect(run(program)).to.deep.include({ status: 0, stdout: '' });
  });

  it('can be in the project, in temporary folders and in the system', () => {
    const paths = JSON.stringify(['package.json', path.join(ROOT, 'src/index.ts'), '/etc/hosts', process.execPath]);
    const program = `${paths}.forEach((path) => require('node:fs').openSync(path)); require('node:fs').readdirSync(os.tmpdir())`;
    expect(run(program)).to.deep.include({ status: 0, stdout: '' });
  });
});

function run(program: string): { readonly status: number | null; readonly stdout: string } {
  const args = ['--require', './test/support/declared-files.cjs', '--eval', program];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  return { status, stdout };
}
