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
  '-commit-file=/tekton/results/commit',
  '-url-file=/tekton/results/url',
];

/** Arguments that are refused, and the beginning of why. */
const REFUSED: Readonly<Record<string, readonly [args: readonly string[], why: string]>> = {
  'another verb': [['upload'], 'there is no resource upload'],
  'a flag too few': [['fetch', ...FETCH.slice(1)], 'each of -directory, '],
  'a flag twice': [['fetch', ...FETCH, '-depth=1'], 'each of -directory, '],
  'an unknown flag': [['fetch', ...FETCH, '-force=true'], 'nothing is known of argument "-force=true"'],
  'what is no flag': [['fetch', ...FETCH, 'more'], 'nothing is known of argument "more"'],
  'a depth that is none': [changed('-depth=deep'), '-depth is a number of commits, and not "deep"'],
  'a boolean that is none': [changed('-ssl-verify='), '-ssl-verify is true or false, and not ""'],
};

function changed(flag: string): readonly string[] {
  const [name] = flag.split('=');
  return ['fetch', ...FETCH.filter((one) => !one.startsWith(`${name}=`)), flag];
}

describe('The arguments of resource', () => {
  it('tell what is fetched, whatever the values hold', () => {
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
        commitFile: '/tekton/results/commit',
        urlFile: '/tekton/results/url',
      },
    });
  });

  it('tell whose digest is reported', () => {
    const args = ['digest', '-directory=/d', '-url=registry.example.com/app', '-digest-file=/digest', '-url-file=/url'];
    expect(readCommand(args)).to.deep.equal({
      kind: 'digest',
      request: { directory: '/d', url: 'registry.example.com/app', digestFile: '/digest', urlFile: '/url' },
    });
  });

  it('may be a cry for help', () => {
    for (const args of [[], ['--help'], ['-help']]) expect(readCommand(args)).to.deep.equal({ kind: 'help' });
  });

  for (const [which, [args, why]] of Object.entries(REFUSED)) {
    it(`are refused: ${which}`, () => {
      expect(() => readCommand(args)).to.throw(why);
    });
  }
});
