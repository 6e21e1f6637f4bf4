import { expect } from 'chai';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly unsteady?: readonly string[];
}

interface Suite {
  readonly name: string;
  readonly run: (print: (line: string) => void) => Promise<Counts>;
}

interface Unchanged {
  readonly stateOf: (
    root: string,
    places?: readonly string[],
    env?: Readonly<Record<string, string | undefined>>,
  ) => string;
  readonly unlessPassed: (
    suite: Suite,
    passed: { readonly currentState: () => string; readonly folder: string },
  ) => Suite;
}

const SCRIPT = path.resolve(__dirname, '../../../scripts/testing/unchanged.mjs');

const pass = async (): Promise<Counts> => ({ passed: 1, failed: 0, skipped: 0 });

describe('a check of the sources', () => {
  let workspace: Workspace;
  let unchanged: Unchanged;
  before(async () => {
    unchanged = (await import(SCRIPT)) as Unchanged;
  });
  beforeEach(() => {
    workspace = makeWorkspace();
    workspace.write({ 'project/a/b.ts': '1', 'project/package-lock.json': '{}', 'passed/.keep': '' });
  });
  afterEach(() => workspace.remove());

  const state = (): string => unchanged.stateOf(path.join(workspace.path, 'project'));

  /** Runs the check in the state of the project. Returns how often its program ran. */
  async function runs(failed: number, edit: () => void = () => undefined): Promise<number> {
    let count = 0;
    const run = async (): Promise<Counts> => {
      count += 1;
      edit();
      return { passed: 1 - failed, failed, skipped: 0 };
    };
    const passed = { currentState: state, folder: path.join(workspace.path, 'passed') };
    await unchanged.unlessPassed({ name: 'dead code', run }, passed).run(() => undefined);
    return count;
  }

  it('runs again only after a change, if it passed', async () => {
    expect(await runs(0)).to.equal(1);
    expect(await runs(0)).to.equal(0);
    workspace.write({ 'project/a/b.ts': '2' });
    expect(await runs(0)).to.equal(1);
  });

  it('counts as unchanged, and not as passed, if it does not run', async () => {
    const results = [];
    const passed = { currentState: state, folder: path.join(workspace.path, 'passed') };
    const suite = unchanged.unlessPassed({ name: 'dead code', run: pass }, passed);
    for (let time = 0; time < 2; time += 1) results.push(await suite.run(() => undefined));
    expect(results).to.deep.equal([
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 0, failed: 0, skipped: 0, unchanged: 1 },
    ]);
  });

  it('runs again until it passes', async () => {
    expect(await runs(1)).to.equal(1);
    expect(await runs(1)).to.equal(1);
    expect(await runs(0)).to.equal(1);
    expect(await runs(0)).to.equal(0);
  });

  it('runs again if a file passed only in its second run', async () => {
    let count = 0;
    const run = async (): Promise<Counts> => {
      count += 1;
      return { passed: 1, failed: 0, skipped: 0, unsteady: ['a.test.ts'] };
    };
    const passed = { currentState: state, folder: path.join(workspace.path, 'passed') };
    const suite = unchanged.unlessPassed({ name: 'unit tests', run }, passed);
    await suite.run(() => undefined);
    await suite.run(() => undefined);
    expect(count).to.equal(2);
  });

  it('runs again in the state before an edit that was made while the check ran', async () => {
    expect(await runs(0, () => workspace.write({ 'project/a/b.ts': '2' }))).to.equal(1);
    workspace.write({ 'project/a/b.ts': '1' });
    expect(await runs(0)).to.equal(1);
  });

  it('knows a project with another linked file from the one before', () => {
    workspace.write({ 'linked.ts': '1' });
    symlinkSync('../linked.ts', path.join(workspace.path, 'project/link.ts'));
    const before = state();
    workspace.write({ 'linked.ts': '2' });
    expect(state()).not.to.equal(before);
  });

  it('takes a link to a folder or to nothing', () => {
    const before = state();
    for (const target of ['a', 'missing']) symlinkSync(target, path.join(workspace.path, 'project', `to-${target}`));
    expect(state()).not.to.equal(before);
  });

  for (const [change, files] of [
    ['a new file', { 'project/new.md': '' }],
    ['a changed lock file', { 'project/package-lock.json': '{ }' }],
    ['a hidden file', { 'project/.oxlintrc.json': '{}' }],
    ['a source in a folder named dist', { 'project/src/dist/a.ts': '' }],
    ['other installed packages', { 'project/node_modules/.package-lock.json': '{}' }],
  ] as const) {
    it(`knows a project with ${change} from the one before`, () => {
      const before = state();
      workspace.write(files);
      expect(state()).not.to.equal(before);
    });
  }

  it('knows a project with an executable file, and one with an empty folder, from the one before', () => {
    const states = [state()];
    chmodSync(path.join(workspace.path, 'project/a/b.ts'), 0o755);
    states.push(state());
    mkdirSync(path.join(workspace.path, 'project/a/empty'));
    states.push(state());
    expect(new Set(states).size).to.equal(3);
  });

  for (const variable of ['NODE_OPTIONS', 'TASKPACK_SEED', 'TZ']) {
    it(`knows a run with another ${variable} from the one before`, () => {
      const values = [undefined, '', '1', '2'];
      const states = values.map((value) => unchanged.stateOf(workspace.path, [''], { [variable]: value }));
      expect(new Set(states).size).to.equal(4);
    });
  }

  it('does not look at installed packages and results of builds', () => {
    const before = state();
    workspace.write({ 'project/node_modules/a/index.js': '', 'project/dist/a.js': '' });
    expect(state()).to.equal(before);
  });
});
