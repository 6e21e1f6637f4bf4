import { expect } from 'chai';
import { buildCommand, runCommand, runShell } from '../../../support/command.ts';
import { SAMPLE, sampleBuild, SAMPLE_SURROUNDINGS } from '../../../support/sample.ts';
import {
  formatYaml,
  parseYaml,
  translate,
  translateOptions,
  type Manifest,
  type TranslateOptions,
} from '../../../../src/index.ts';

const FILES = ['-f', 'config/samples/build.yaml', '-f', 'config/samples/facts.yaml'];
const THREE = ['a', 'b', 'c'].map(sampleBuild).join('---\n') + `---\n${SAMPLE_SURROUNDINGS}`;

function manifestsOf(text: string, options: Partial<TranslateOptions> = {}): readonly Manifest[] {
  return [...translate(parseYaml(text, 'file').documents, translateOptions(options)).manifests];
}

describe('the output of taskpack translate', () => {
  before(buildCommand);

  it('is YAML documents separated by ---', () => {
    const { status, stdout, stderr } = runCommand(['translate', ...FILES]);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    const expected = manifestsOf(`${SAMPLE.build}---\n${SAMPLE.facts}`);
    expect(stdout).to.equal(expected.map(formatYaml).join('---\n'));
    expect(parseYaml(stdout, 'stdout').documents.map(({ value }) => value)).to.deep.equal(expected);
  });

  it('is a v1 List in JSON for several objects', () => {
    const { stdout } = runCommand(['translate', '-f', '-', '-o', 'json'], { stdin: THREE });
    const expected = { apiVersion: 'v1', kind: 'List', items: manifestsOf(THREE) };
    expect(expected.items).to.have.length(4);
    expect(JSON.parse(stdout)).to.deep.equal(expected);
    expect(stdout).to.equal(`${JSON.stringify(expected, undefined, 4)}\n`);
  });

  it('is a single object in JSON for one object', () => {
    // A workload that runs as the account of the Build needs no other object.
    const env = { WORKLOAD_IDENTITY: 'always' };
    const { stdout } = runCommand(['translate', ...FILES, '-o', 'json', '--to', 'pod'], { env });
    const [pod] = manifestsOf(`${SAMPLE.build}---\n${SAMPLE.facts}`, { to: 'pod', workloadIdentity: 'always' });
    expect(stdout).to.equal(`${JSON.stringify(pod, undefined, 4)}\n`);
  });

  it('is names as in kubectl with -o name', () => {
    expect(runCommand(['translate', ...FILES, '-o', 'name']).stdout).to.equal(
      'serviceaccount/builds-taskpack\ntaskrun.tekton.dev/sample-build\n',
    );
    expect(runCommand(['translate', ...FILES, '-o', 'name', '--to', 'pod']).stdout).to.equal(
      'serviceaccount/builds-taskpack\npod/sample-build-pod\n',
    );
  });

  it('comes with warnings on standard error, and is empty if there are errors', () => {
    const text = `${sampleBuild('a')}---\n${SAMPLE.facts}`;
    const warned = runCommand(['translate', '-f', '-'], { stdin: text });
    expect(warned.status).to.equal(0);
    expect(warned.stdout).to.include('kind: TaskRun');
    expect(warned.stderr).to.match(/^warning: <stdin>:\d+:\d+ spec\.serviceAccountName: .*\n$/);
    const strict = runCommand(['translate', '-f', '-', '--strict'], { stdin: text });
    expect(strict).to.deep.equal({ status: 1, stdout: '', stderr: warned.stderr.replace(/^warning/, 'error') });
  });

  it('stops without an error if its reader closes the pipe', () => {
    const stdin = [...Array.from({ length: 60 }, (_, index) => sampleBuild(`b${index}`)), SAMPLE_SURROUNDINGS].join(
      '---\n',
    );
    const run = runShell('taskpack translate -f - | head -n 1; echo "${PIPESTATUS[@]}"', { stdin });
    expect(run).to.deep.equal({ status: 0, stdout: 'apiVersion: v1\n0 0\n', stderr: '' });
    expect(runShell('taskpack --help | true; echo "${PIPESTATUS[@]}"')).to.include({ stdout: '0 0\n', stderr: '' });
  });

  it('fails the command if it cannot be written', () => {
    for (const args of [`translate ${FILES.join(' ')}`, '--help', 'version']) {
      expect(runShell(`taskpack ${args} > /dev/full`)).to.include({
        status: 1,
        stderr: 'error: standard output: no space left on device\n',
      });
    }
  });

  it('is complete if it is long', () => {
    const names = Array.from({ length: 60 }, (_, index) => `b${index}`);
    const stdin = [...names.map(sampleBuild), SAMPLE_SURROUNDINGS].join('---\n');
    const { stdout } = runShell('taskpack translate -f - | cat', { stdin });
    expect(stdout).to.equal(manifestsOf(stdin).map(formatYaml).join('---\n'));
  });
});
