import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, type Outcome } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

describe('the compile cache', () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = makeWorkspace()));
  afterEach(() => workspace.remove());

  const cache = (): string => path.join(workspace.path, 'program.cache');

  /** Writes the compile cache of a program, as builds do. */
  function write(program: string): Outcome {
    workspace.write({ 'program.cjs': `(function (require, module) {${program}})` });
    const script = pathToFileURL(path.join(ROOT, 'scripts/compile-cache.mjs')).href;
    const call = `writeCompileCache('program.cjs', 'program.cache', ['--all'], { cwd: '.' })`;
    const args = ['--input-type=module', '--eval', `import { writeCompileCache } from '${script}'; ${call}`];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: workspace.path, encoding: 'utf8' });
    return { status, stdout, stderr };
  }

  it('is written when the program has run', () => {
    expect(write(`console.log(process.argv[2])`)).to.deep.equal({ status: 0, stdout: '', stderr: '' });
    expect(statSync(cache()).size).to.be.greaterThan(100);
  });

  it('fails the build with what a failed program printed', () => {
    const { status, stderr } = write(`console.log('half done'); throw new Error('no such thing')`);
    expect(status).to.equal(1);
    expect(stderr)
      .to.include('the new bundle cannot run "--all" (exit code 1):\nhalf done\n')
      .and.include('no such thing');
  });

  it('fails the build if the program exits with a failure', () => {
    const { status, stderr } = write(`console.error('wrong input'); process.exitCode = 3`);
    expect(status).to.equal(1);
    expect(stderr).to.include('(exit code 3):\nwrong input\n');
  });

  it('fails the build if the program is not JavaScript', () => {
    expect(write('this is prose').stderr).to.include('SyntaxError');
    expect(existsSync(cache())).to.equal(false);
  });
});
