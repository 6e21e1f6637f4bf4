import { expect } from 'chai';
import { buildCommand, runCommand } from '../../../support/command.ts';
import { SAMPLE } from '../../../support/sample.ts';

/** Prints at exit which modules of the registry client are loaded. */
const REPORT = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.error(`loaded: ${process.moduleLoadList.filter((name) => /^NativeModule (tls|http2)$/.test(name))}`))",
)}`;

function run(...args: readonly string[]): readonly [number | null, string] {
  const { status, stderr } = runCommand(['translate', '-f', '-', ...args], {
    stdin: SAMPLE.build,
    env: { NODE_OPTIONS: `--import=${REPORT}` },
  });
  return [status, stderr.split('\n').at(-2) ?? ''];
}

describe('the registry client of taskpack translate', () => {
  before(buildCommand);

  it('is not loaded if the input has all facts, or with --offline', () => {
    expect(run('-f', 'config/samples/facts.yaml')).to.deep.equal([0, 'loaded: ']);
    expect(run('--offline')).to.deep.equal([1, 'loaded: ']);
  });

  it('is loaded if facts are missing', () => {
    const [, loaded] = run('--ca-file', 'no/such/file');
    expect(loaded).to.equal('loaded: NativeModule tls,NativeModule http2');
  });
});
