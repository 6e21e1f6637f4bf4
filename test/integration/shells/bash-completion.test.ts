import { expect } from 'chai';
import { buildCommand, runCommand, runShell, type Outcome } from '../../support/command.ts';

/** Words of a command line, the last one incomplete, and the completions in bash. */
const OFFERS: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    [''],
    [
      'translate',
      'inspect',
      'resolve',
      'builder',
      'diff',
      'explain',
      'tasks',
      'convert',
      'list',
      'status',
      'logs',
      'why',
      'report',
      'dashboard',
      'build',
      'trigger',
      'cancel',
      'retry',
      'debug',
      'doctor',
      'controller',
      'install',
      'uninstall',
      'version',
      'completion',
      'help',
      '--version',
      '--help',
      '-h',
    ],
  ],
  [['tr'], ['translate', 'trigger']],
  [['--v'], ['--version']],
  [
    ['translate', '--p'],
    ['--platform', '--platform-api'],
  ],
  [
    ['translate', '--st'],
    ['--strict', '--stop-url', '--steps-image'],
  ],
  [
    ['translate', '--no'],
    ['--now', '--no-sidecars'],
  ],
  [
    ['translate', '--to', ''],
    ['taskrun', 'pod'],
  ],
  [['translate', '--to', 'p'], ['pod']],
  [
    ['translate', '--to', '='],
    ['taskrun', 'pod'],
  ],
  [['translate', '--to', '=', 't'], ['taskrun']],
  [
    ['translate', '-f', 'version', '-o', ''],
    ['yaml', 'json', 'name'],
  ],
  [['translate', '--layout', 'c'], ['containers']],
  [
    ['translate', '--sidecar', ''],
    ['auto', 'always', 'never'],
  ],
  [
    ['translate', '--platform-api', '0.1'],
    ['0.10', '0.11', '0.12', '0.13', '0.14', '0.15'],
  ],
  [['translate', '-f', ''], []],
  [['translate', '--now', ''], []],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish', '--help', '-h'],
  ],
  [['help', 'v'], ['version']],
  [['bu'], ['builder', 'build']],
  [
    ['builder', ''],
    ['digest', 'publish', '--help', '-h'],
  ],
  [['builder', 'p'], ['publish']],
  [
    ['builder', 'digest', ''],
    ['--filename', '-f', '--recursive', '-R', '--namespace', '-n', '--builder', '--platform', '--help', '-h'],
  ],
  [['builder', 'digest', '-f', ''], []],
  [['builder', 'digest', '-f', 'publish', '--c'], []],
  [['builder', 'publish', '-f', 'digest', '--c'], ['--ca-file']],
  [['builder', 'publish', '-n', ''], []],
  [['digest', '--f'], []],
  [
    ['help', 'builder', ''],
    ['digest', 'publish'],
  ],
  [['help', 'builder', 'digest', ''], []],
];

function offersOf(definitions: string, words: readonly string[]): Outcome {
  const quoted = ['taskpack', ...words].map((word) => `'${word}'`).join(' ');
  const complete = `COMP_WORDS=(${quoted}) COMP_CWORD=${words.length}; _taskpack; echo "\${COMPREPLY[*]}"`;
  return runShell(`eval "$(cat)"; ${complete}`, { stdin: definitions });
}

describe('taskpack completion in bash', () => {
  let definitions: string;
  before(() => {
    buildCommand();
    definitions = runCommand(['completion', 'bash']).stdout;
  });

  for (const [words, offers] of OFFERS) {
    it(`completes in bash: taskpack ${words.join(' ')}|`, () => {
      expect(offersOf(definitions, words)).to.deep.equal({ status: 0, stdout: `${offers.join(' ')}\n`, stderr: '' });
    });
  }

  it('leaves file names to bash and runs no word of the command line', () => {
    expect(runShell('eval "$(cat)"; complete -p taskpack', { stdin: definitions }).stdout).to.equal(
      'complete -o default -F _taskpack taskpack\n',
    );
    expect(offersOf(definitions, ['translate', '-f', '$(echo pwned >&2)', '--st'])).to.include({
      stdout: '--strict --stop-url --steps-image\n',
      stderr: '',
    });
  });
});
