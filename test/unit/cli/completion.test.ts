import { expect } from 'chai';
import path from 'node:path';
import { buildCommand, runCommand, runShell, type Outcome } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';

/** Words of a command line, the last one unfinished, and what bash offers for it. */
const OFFERS: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    [''],
    [
      'translate',
      'inspect',
      'resolve',
      'builder',
      'tasks',
      'logs',
      'controller',
      'install',
      'version',
      'completion',
      'help',
      '--version',
      '--help',
      '-h',
    ],
  ],
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
  [['bu'], ['builder']],
  [
    ['builder', ''],
    ['digest', 'publish', '--help', '-h'],
  ],
  [['builder', 'p'], ['publish']],
  [
    ['builder', 'digest', ''],
    ['--filename', '-f', '--recursive', '-R', '--namespace', '-n', '--builder', '--help', '-h'],
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

/** Lines, and what zsh and fish offer at their ends, sorted. */
const LINES: Readonly<Record<string, string>> = {
  'taskpack ': 'builder completion controller help inspect install logs resolve tasks translate version',
  'taskpack --v': '--version',
  'taskpack translate --to ': 'pod taskrun',
  'taskpack completion b': 'bash',
  'taskpack builder ': 'digest publish',
  'taskpack builder p': 'publish',
  'taskpack builder digest --': '--builder --filename --help --namespace --recursive',
  'taskpack builder digest -f LIC': 'LICENSE',
  'taskpack builder digest -f publish --c': '',
  'taskpack builder publish -f digest --c': '--ca-file',
  'taskpack builder publish -n LIC': '',
  'taskpack help bu': 'builder',
  'taskpack help builder ': 'digest publish',
  'taskpack help builder digest ': '',
};
const QUOTED_LINES = Object.keys(LINES)
  .map((line) => `"${line}"`)
  .join(' ');

/** What a shell printed of each line, as `LINES` has it. */
function offersByLine(stdout: string): Readonly<Record<string, string>> {
  const offers = stdout.split('\n').map((line) => line.split(' ').toSorted().join(' '));
  return Object.fromEntries(Object.keys(LINES).map((line, index) => [line, offers[index] ?? 'nothing is printed']));
}

function offersOf(definitions: string, words: readonly string[]): Outcome {
  const quoted = ['taskpack', ...words].map((word) => `'${word}'`).join(' ');
  const complete = `COMP_WORDS=(${quoted}) COMP_CWORD=${words.length}; _taskpack; echo "\${COMPREPLY[*]}"`;
  return runShell(`eval "$(cat)"; ${complete}`, { stdin: definitions });
}

describe('taskpack completion', () => {
  let definitions: string;
  before(() => {
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

  it('is read by zsh', () => {
    const script = 'autoload -U compinit; compinit -D; source /dev/stdin; print ${_comps[taskpack]}';
    expect(runShell(`taskpack completion zsh | zsh -f -c '${script}'`)).to.deep.equal({
      status: 0,
      stdout: '_taskpack\n',
      stderr: '',
    });
  });

  it('offers in zsh', () => {
    const workspace = makeWorkspace();
    workspace.write({ _taskpack: runCommand(['completion', 'zsh']).stdout });
    const script = path.join(import.meta.dirname, 'zsh-offers.zsh');
    const { stdout, stderr } = runShell(`zsh -f '${script}' '${workspace.path}' ${QUOTED_LINES}`);
    workspace.remove();
    expect(stderr).to.equal('');
    expect(offersByLine(stdout)).to.deep.equal(LINES);
  });

  it('offers in fish', () => {
    const script = `source -; for line in ${QUOTED_LINES}; echo (complete -C $line | cut -f1); end`;
    const { stdout, stderr } = runShell(`taskpack completion fish | fish --no-config -c '${script}'`);
    expect(stderr).to.equal('');
    expect(offersByLine(stdout)).to.deep.equal(LINES);
  });
});
