import { expect } from 'chai';
import { formatYaml, parseYaml, translate, translateOptions } from '../../../src/index.ts';
import { buildCommand, runCommand, runShell } from '../../support/command.ts';
import { sampleBuild, SAMPLE_SURROUNDINGS } from '../../support/sample.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

const FILES = '-f config/samples/build.yaml -f config/samples/facts.yaml';

/** Pipes, special files and limits of a process, which `npm test` cannot have: they need a shell. */
describe('taskpack translate in a shell', () => {
  let workspace: Workspace;
  before(buildCommand);
  beforeEach(() => {
    workspace = makeWorkspace();
  });
  afterEach(() => workspace.remove());

  it('reads no named pipe of a directory, which would never end', () => {
    workspace.write({ 'in/a.yaml': sampleBuild('a'), 'in/z.yml': SAMPLE_SURROUNDINGS });
    runShell('mkfifo in/pipe.yaml', { cwd: workspace.path });
    expect(runCommand(['translate', '-f', 'in'], { cwd: workspace.path })).to.deep.equal({
      status: 1,
      stdout: '',
      stderr: 'error: in/pipe.yaml: is a named pipe. Remove it\n',
    });
  });

  it('reads a named pipe that is an argument', () => {
    const { stdout, stderr } = runShell(
      'taskpack translate -o name -f <(cat config/samples/build.yaml) -f config/samples/facts.yaml',
    );
    expect({ stdout, stderr }).to.deep.equal({
      stdout: 'serviceaccount/builds-taskpack\ntaskrun.tekton.dev/sample-build\n',
      stderr: '',
    });
  });

  it('reads more files than a process can open at once', () => {
    workspace.write(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`in/${index}.yaml`, sampleBuild(`b${index}`)])),
    );
    workspace.write({ 'in/surroundings.yaml': SAMPLE_SURROUNDINGS });
    const run = runShell('ulimit -n 100; taskpack translate -f in -o name', { cwd: workspace.path });
    expect(run).to.include({ status: 0, stderr: '' });
    expect(run.stdout.split('\n')).to.have.length(302);
  });

  it('ends without an error if its reader closes the pipe', () => {
    const stdin = [...Array.from({ length: 60 }, (_, index) => sampleBuild(`b${index}`)), SAMPLE_SURROUNDINGS].join(
      '---\n',
    );
    const run = runShell('taskpack translate -f - | head -n 1; echo "${PIPESTATUS[@]}"', { stdin });
    expect(run).to.deep.equal({ status: 0, stdout: 'apiVersion: v1\n0 0\n', stderr: '' });
    expect(runShell('taskpack --help | true; echo "${PIPESTATUS[@]}"')).to.include({ stdout: '0 0\n', stderr: '' });
  });

  it('fails if its output cannot be written', () => {
    for (const args of [`translate ${FILES}`, '--help', 'version']) {
      expect(runShell(`taskpack ${args} > /dev/full`)).to.include({
        status: 1,
        stderr: 'error: standard output: no space left on device\n',
      });
    }
  });

  it('writes all of a long output', () => {
    const names = Array.from({ length: 60 }, (_, index) => `b${index}`);
    const stdin = [...names.map(sampleBuild), SAMPLE_SURROUNDINGS].join('---\n');
    const { manifests } = translate(parseYaml(stdin, '').documents, translateOptions({}));
    const { stdout } = runShell('taskpack translate -f - | cat', { stdin });
    expect(stdout).to.equal(Array.from(manifests, formatYaml).join('---\n'));
  });
});
