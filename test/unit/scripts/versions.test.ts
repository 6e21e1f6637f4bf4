import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { subjectsOn, versionsOf } from '../../../scripts/testing/matrix.mjs';
import { readResults, recordResult, type Result } from '../../../scripts/testing/results.mjs';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const RESULTS = readResults();

interface NamedResult extends Result {
  readonly name: string;
}

const ALL: readonly NamedResult[] = Object.entries(RESULTS).flatMap(([system, versions]) =>
  Object.entries(versions).flatMap(([version, subjects]) =>
    Object.entries(subjects).map(([subject, result]) => ({ name: `${subject} on ${system} ${version}`, ...result })),
  ),
);

describe('the results of the version matrix (test/versions.json)', () => {
  for (const system of ['tekton', 'kubernetes', 'lifecycle'] as const) {
    it(`have every version of ${system} that the test bed runs`, () => {
      for (const version of versionsOf(system))
        expect(Object.keys(RESULTS[system]?.[version] ?? {}), version).to.have.members(
          Object.keys(subjectsOn(system, version)),
        );
    });
  }

  it('have passed, without a skipped test', () => {
    const bad = ALL.filter(({ passed, failed, skipped }) => passed === 0 || failed > 0 || skipped > 0);
    expect(bad).to.deep.equal([]);
  });

  it('are of subjects that still exist', () => {
    const known = (['tekton', 'kubernetes', 'lifecycle'] as const).flatMap((system) =>
      versionsOf(system).flatMap((version) =>
        Object.keys(subjectsOn(system, version)).map((subject) => `${subject} on ${system} ${version}`),
      ),
    );
    expect(known).to.include.members(ALL.map(({ name }) => name));
  });

  const history = historyOfHead();
  if (history === undefined)
    it('name whole commits (this checkout has no whole history that could contain them)', () => {
      for (const { name, commit } of ALL) expect(commit, name).to.match(/^[\da-f]{40}$/);
    });
  else
    it('name commits in the history of HEAD', () => {
      for (const { name, commit } of ALL) expect(history.has(commit), `${name}: ${commit}`).to.equal(true);
    });

  it('are linked from the documentation', () => {
    expect(readFileSync(path.join(ROOT, 'docs/README.md'), 'utf8')).to.include('reference/versions.md');
  });
});

/** Returns the commits of HEAD and before, or `undefined` without git, outside a repository, or in a shallow clone. */
function historyOfHead(): ReadonlySet<string> | undefined {
  try {
    const isOwn = path.resolve(ROOT) === path.resolve(git('rev-parse', '--show-toplevel').trim());
    if (!isOwn || git('rev-parse', '--is-shallow-repository').trim() === 'true') return undefined;
    return new Set(git('rev-list', 'HEAD').trim().split('\n'));
  } catch {
    return undefined;
  }
}

function git(...args: readonly string[]): string {
  const limits = { maxBuffer: 1 << 28 };
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], ...limits });
}

describe('the result of a subject', () => {
  const SUBJECT = { system: 'tekton', version: '1.0.0', subject: 'logs' } as const;
  const COUNTS = { passed: 7, failed: 0, skipped: 0 } as const;
  const COMMIT = 'c'.repeat(40);
  let workspace: Workspace;

  beforeEach(() => {
    workspace = makeWorkspace();
    workspace.write({ 'test/versions.json': '{}' });
  });
  afterEach(() => workspace.remove());

  it('is recorded with the tested commit, beside the results of other versions', () => {
    const options = { root: workspace.path, commit: COMMIT };
    recordResult({ ...SUBJECT, version: '0.44.0' }, COUNTS, options);
    expect(recordResult(SUBJECT, COUNTS, options)).to.match(/^recorded in /);
    const { tekton = {} } = readResults(workspace.path);
    expect(Object.keys(tekton)).to.deep.equal(['0.44.0', '1.0.0']);
    const { date, ...result } = tekton['1.0.0']?.['logs'] ?? { date: '' };
    expect(result).to.deep.equal({ commit: COMMIT, ...COUNTS });
    expect(date).to.match(/^\d{4}-\d\d-\d\d$/);
  });

  it('is not recorded if the files are those of no commit', () => {
    expect(recordResult(SUBJECT, COUNTS, { root: workspace.path })).to.match(/^not recorded: logs on tekton 1\.0\.0/);
    expect(readResults(workspace.path)).to.deep.equal({});
  });
});
