import { expect } from 'chai';
import path from 'node:path';
import { buildCommand, runCommand, runShell } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';

/** The words, sorted, that zsh and fish offer at the end of each line. */
const LINES: Readonly<Record<string, string>> = {
  'taskpack ':
    'build builder cancel completion controller convert dashboard debug diff doctor explain help inspect install list logs report resolve retry status tasks translate trigger uninstall version why',
  'taskpack --v': '--version',
  'taskpack translate --to ': 'pod taskrun',
  'taskpack completion b': 'bash',
  'taskpack builder ': 'digest publish',
  'taskpack builder p': 'publish',
  'taskpack builder digest --': '--builder --filename --help --namespace --platform --recursive',
  'taskpack builder digest -f LIC': 'LICENSE',
  'taskpack builder digest -f publish --c': '',
  'taskpack builder publish -f digest --c': '--ca-file',
  'taskpack builder publish -n LIC': '',
  'taskpack help bu': 'build builder',
  'taskpack help builder ': 'digest publish',
  'taskpack help builder digest ': '',
};
const QUOTED_LINES = Object.keys(LINES)
  .map((line) => `"${line}"`)
  .join(' ');

/** Reads the offers that a shell printed, one line of words for each of `LINES`. */
function offersByLine(stdout: string): Readonly<Record<string, string>> {
  const offers = stdout.split('\n').map((line) => line.split(' ').toSorted().join(' '));
  return Object.fromEntries(Object.keys(LINES).map((line, index) => [line, offers[index] ?? 'nothing was printed']));
}

describe('taskpack completion in zsh and fish', () => {
  before(buildCommand);

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
