import { expect } from 'chai';
import { readCommand } from '../../../../src/steps/resource/command-line.ts';

const FETCH = [
  '-directory=/workspace/source',
  '-url= https://git.example.com/a=b ',
  '-revision=',
  '-depth=0',
  '-ssl-verify=false',
  '-submodules=true',
  '-trust-unknown-ssh-hosts=false',
  '-optional=true',
  '-from=/var/artifacts/source',
  '-commit-file=/tekton/results/commit',
  '-url-file=/tekton/results/url',
];

/** Arguments that are refused, and a part of the message. */
const REFUSED: Readonly<Record<string, readonly [args: readonly string[], why: string]>> = {
  'another verb': [['push'], 'unknown command "push"'],
  'a flag too few': [['fetch', ...FETCH.slice(1)], 'exactly once: -directory;'],
  'a flag twice': [['fetch', ...FETCH, '-depth=1'], 'exactly once: -depth;'],
  'an unknown flag': [['fetch', ...FETCH, '-force=true'], 'unknown flag --force'],
  'what is no flag': [['fetch', ...FETCH, 'more'], 'unexpected argument "more"'],
  'a depth that is none': [changed('-depth=deep'), '-depth must be a number of commits, not "deep"'],
  'a boolean that is none': [changed('-ssl-verify='), '-ssl-verify must be true or false, not ""'],
};

function changed(flag: string): readonly string[] {
  const [name] = flag.split('=');
  return ['fetch', ...FETCH.filter((one) => !one.startsWith(`${name}=`)), flag];
}

describe('resource: command line', () => {
  it('reads the flags of fetch with any values', () => {
    expect(readCommand(['fetch', ...FETCH])).to.deep.equal({
      kind: 'fetch',
      request: {
        directory: '/workspace/source',
        url: 'https://git.example.com/a=b',
        revision: '',
        depth: 0,
        verifiesTls: false,
        hasSubmodules: true,
        trustsUnknownSshHosts: false,
        isOptional: true,
        from: { location: '/var/artifacts/source', credentials: '/' },
        commitFile: '/tekton/results/commit',
        urlFile: '/tekton/results/url',
      },
    });
  });

  it('reads the flags of digest', () => {
    const args = ['digest', '-directory=/d', '-url=registry.example.com/app', '-digest-file=/digest', '-url-file=/url'];
    expect(readCommand(args)).to.deep.equal({
      kind: 'digest',
      request: { directory: '/d', url: 'registry.example.com/app', digestFile: '/digest', urlFile: '/url' },
    });
  });

  it('reads the flags of copy', () => {
    expect(readCommand(['copy', '-from=/workspace/output/a', '-to='])).to.deep.equal({
      kind: 'copy',
      request: { from: '/workspace/output/a', to: { location: '', credentials: '/' } },
    });
  });

  it('reads the flags of download and upload', () => {
    const storage = ['-directory=/d', '-location=gs://bucket/a', '-folder=true', '-credentials=/key'];
    const request = { directory: '/d', location: 'gs://bucket/a', isFolder: true, credentials: '/key' };
    const artifact = ['-from=gs://artifacts/b.tar.gz', '-artifact-credentials=/other'];
    expect(readCommand(['upload', ...storage])).to.deep.equal({ kind: 'upload', request });
    expect(readCommand(['download', ...storage, '-optional=false', ...artifact])).to.deep.equal({
      kind: 'download',
      request: { ...request, isOptional: false, from: { location: 'gs://artifacts/b.tar.gz', credentials: '/other' } },
    });
  });

  it('asks for help', () => {
    for (const args of [[], ['--help'], ['-help']]) expect(readCommand(args)).to.deep.equal({ kind: 'help' });
  });

  for (const [which, [args, why]] of Object.entries(REFUSED)) {
    it(`refuses ${which}`, () => {
      expect(() => readCommand(args)).to.throw(why);
    });
  }
});
