import { expect } from 'chai';
import { buildCommand, runCommand } from '../../../support/command.ts';
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
});
