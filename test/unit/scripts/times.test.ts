import { expect } from 'chai';
import path from 'node:path';
import type { SuiteTimes } from '../../../scripts/testing/times.mjs';
import { fileIn, readTimes, startTimes, timesReport } from '../../../scripts/testing/times.mjs';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

const FILES = [
  { file: 'test/e2e/short.test.ts', tests: 1, seconds: 2, processorSeconds: 1 },
  { file: 'test/e2e/long.test.ts', tests: 4, seconds: 90.5, processorSeconds: 12 },
];

describe('the table of times', () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = makeWorkspace()));
  afterEach(() => workspace.remove());

  const table = (): string => path.join(workspace.path, 'cache/times.jsonl');
  const start = (command: string, env: Record<string, string | undefined>): ReturnType<typeof startTimes> =>
    startTimes({ table: table(), command, env });

  it('has the suites of the last command', () => {
    start('test', {})(suite('first', 0, 5));
    start('test', {})(suite('second', 0, 5));
    expect(readTimes(table()).map(({ suite: name }) => name)).to.deep.equal(['second']);
  });

  it('has the suites of the commands that a command runs, and of all its rounds', () => {
    const env = {};
    const ofOuter = start('ci', env);
    start('test', { ...env })(suite('unit tests', 0, 5));
    ofOuter(suite('npm test', 0, 6));
    start('ci', env)(suite('another round', 6, 1));
    expect(readTimes(table()).map(({ command, suite: name }) => `${command}: ${name}`)).to.deep.equal([
      'test: unit tests',
      'ci: npm test',
      'ci: another round',
    ]);
  });

  it('has files by the lines of the reporter', () => {
    expect(fileIn('    90.5 s    12.0 s cpu    4 tests  test/e2e/long.test.ts')).to.deep.equal(FILES[1]);
    expect(fileIn('failed file: test/e2e/long.test.ts (3 passed, 1 failed)')).to.equal(undefined);
  });
});

describe('the report of times', () => {
  const lines = timesReport([
    { command: 'test', ...suite('slow', 0, 50) },
    { command: 'test', ...suite('quick', 0, 10) },
    { command: 'ci', ...suite('npm test', 0, 51) },
    { command: 'test-e2e', ...suite('on a node', 51, 100, FILES) },
    { command: 'test-integration', ...suite('controllers', 51, 60) },
    { command: 'ci', ...suite('npm run test:integration', 51, 61) },
    { command: 'ci', ...suite('npm run test:e2e', 51, 101) },
  ]);
  const below = (heading: string): readonly string[] => {
    const rest = lines.slice(lines.findIndex((line) => line.startsWith(heading)) + 1);
    return rest
      .slice(0, rest.includes('') ? rest.indexOf('') : rest.length)
      .map((line) => line.replaceAll(/ +/g, ' ').trim());
  };

  it('lists files and suites, the longest first, without the suites that are commands', () => {
    expect(below('files')).to.deep.equal([
      '90.5 s 12.0 s cpu 4 tests test/e2e/long.test.ts (test-e2e)',
      '2.0 s 1.0 s cpu 1 tests test/e2e/short.test.ts (test-e2e)',
    ]);
    expect(below('suites')).to.deep.equal([
      '100.0 s 20.0 s cpu 5 tests test-e2e: on a node',
      '60.0 s 20.0 s cpu 5 tests test-integration: controllers',
      '50.0 s 20.0 s cpu 5 tests test: slow',
      '10.0 s 20.0 s cpu 5 tests test: quick',
    ]);
  });

  it('has the sums of each command, from the start of its first suite to the end of its last, and of all', () => {
    expect(below('commands')).to.deep.equal([
      '100.0 s 20.0 s cpu 5 tests test-e2e',
      '60.0 s 20.0 s cpu 5 tests test-integration',
      '50.0 s 40.0 s cpu 10 tests test',
      '151.0 s 80.0 s cpu 20 tests all',
    ]);
  });

  it('has the critical path: the suite that ended last with its files, and those before it', () => {
    expect(below('critical path')).to.deep.equal([
      '50.0 s 20.0 s cpu 5 tests test: slow',
      '100.0 s 20.0 s cpu 5 tests test-e2e: on a node',
      '90.5 s 12.0 s cpu 4 tests test/e2e/long.test.ts',
      '2.0 s 1.0 s cpu 1 tests test/e2e/short.test.ts',
    ]);
  });

  it('says which suite is unchanged', () => {
    const unchanged = { ...suite('lint', 0, 0), passed: 0, unchanged: 1, command: 'check' };
    expect(timesReport([unchanged]).join('\n')).to.include('check: lint (unchanged)');
  });
});

function suite(name: string, start: number, seconds: number, files: SuiteTimes['files'] = []): SuiteTimes {
  return { suite: name, start, seconds, processorSeconds: 20, passed: 5, failed: 0, files };
}
