import { expect } from 'chai';
import { buildCommand, runCommand, runShell, type Outcome } from '../../support/command.ts';

/** Words of a command line, the last one unfinished, and what bash offers for it. */
const OFFERS: readonly (readonly [readonly string[], readonly string[]])[] = [
  [[''], ['translate', 'inspect', 'resolve', 'builder', 'version', 'completion', 'help', '--version', '--help', '-h']],
  [['tr'], ['translate']],
  [['--v'], ['--version']],
  [['translate', '--p'], ['--platform-api']],
  [
    ['translate', '--st'],
    ['--strict', '--steps-image'],
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
    ['0.10', '0.11', '0.12', '0.13', '0.14'],
  ],
  [['translate', '-f', ''], []],
  [['translate', '--now', ''], []],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish', '--help', '-h'],
  ],
  [['help', 'v'], ['version']],
];

function offersOf(definitions: string, words: readonly string[]): Outcome {
  const quoted = ['taskpack', ...words].map((word) => `'${word}'`).join(' ');
  const complete = `COMP_WORDS=(${quoted}) COMP_CWORD=${words.length}; _taskpack; echo "\${COMPREPLY[*]}"`;
  return runShell(`eval "$(cat)"; ${complete}`, { stdin: definitions });
}

describe('taskpack completion', () => {
  let definitions: string;
  before(function () {
    this.timeout(60_000);
    buildCommand();
    definitions = runCommand(['completion', 'bash']).stdout;
  });

  for (const [words, offers] of OFFERS) {
    it(`offers in bash: taskpack ${words.join(' ')}|`, () => {
      expect(offersOf(definitions, words)).to.deep.equal({ status: 0, stdout: `${offers.join(' ')}\n`, stderr: '' });
    });
  }

  it('leaves files to bash, and runs nothing that is written', () => {
    expect(runShell('eval "$(cat)"; complete -p taskpack', { stdin: definitions }).stdout).to.equal(
      'complete -o default -F _taskpack taskpack\n',
    );
    expect(offersOf(definitions, ['translate', '-f', '$(echo pwned >&2)', '--st'])).to.include({
      stdout: '--strict --steps-image\n',
      stderr: '',
    });
  });

  it('is read by zsh', function () {
    if (runShell('command -v zsh').status !== 0) this.skip();
    const script = 'autoload -U compinit; compinit -D; source /dev/stdin; print ${_comps[taskpack]}';
    expect(runShell(`taskpack completion zsh | zsh -f -c '${script}'`)).to.deep.equal({
      status: 0,
      stdout: '_taskpack\n',
      stderr: '',
    });
  });

  it('offers in fish', function () {
    if (runShell('command -v fish').status !== 0) this.skip();
    const script = 'source -; complete -C "taskpack translate --to "; complete -C "taskpack completion b"';
    const { stdout, stderr } = runShell(`taskpack completion fish | fish --no-config -c '${script}'`);
    expect(stderr).to.equal('');
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).to.deep.equal(['pod', 'taskrun', 'bash', '']);
  });
});
