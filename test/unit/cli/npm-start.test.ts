import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { buildCommand, DEFAULT_IMAGES, ROOT, runCommand, type Outcome } from '../../support/command.ts';
import { SAMPLE } from '../../support/sample.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

describe('npm start', () => {
  let workspace: Workspace;
  before(() => {
    buildCommand();
    workspace = makeWorkspace();
    workspace.write({ 'my.yaml': `${SAMPLE.build}---\n${SAMPLE.facts}` });
  });
  after(() => workspace.remove());

  function start(args: readonly string[], input = ''): Outcome {
    const npm = ['--prefix', ROOT, 'start', '--silent', ...args];
    const env = { ...process.env, ...DEFAULT_IMAGES };
    const { status, stdout, stderr } = spawnSync('npm', npm, { cwd: workspace.path, env, input, encoding: 'utf8' });
    return { status, stdout, stderr };
  }

  it('translates the sample', () => {
    const sample = start([]);
    expect(sample).to.deep.equal(runCommand(['translate', '-f', 'my.yaml'], { cwd: workspace.path }));
    expect(sample.stdout).to.include('kind: TaskRun');
  });

  it('runs the command in the current directory, with its streams and exit codes', () => {
    const piped = runCommand(['translate', '-f', '-', '-o', 'name'], { stdin: `${SAMPLE.build}---\n${SAMPLE.facts}` });
    expect(start(['--', 'translate', '-f', '-', '-o', 'name'], `${SAMPLE.build}---\n${SAMPLE.facts}`)).to.deep.equal(
      piped,
    );
    expect(start(['--', 'translate', '-f', 'none'])).to.deep.equal({
      status: 1,
      stdout: '',
      stderr: 'error: none: no such file or directory\n',
    });
    expect(start(['--', 'trnslate']).status).to.equal(2);
  });
});
