import { expect } from 'chai';
import { countsOfFiles } from '../../../scripts/testing/counts-of-files.mjs';

const A = 'test/e2e/a.test.ts';
const B = 'test/e2e/b.test.ts';

const RUNS: readonly (readonly [title: string, lines: readonly string[], passed: number, failed: number])[] = [
  ['passed', [`    24.5 s     0.5 s cpu    3 tests  ${A}`, ` 1224.5 s     0.5 s cpu   40 tests  ${B}`], 43, 0],
  [
    'failed',
    [
      `    24.5 s     0.5 s cpu    3 tests  ${A}`,
      `    24.5 s     0.5 s cpu    4 tests  ${B}`,
      `failed file: ${B} (3 passed, 1 failed)`,
    ],
    6,
    1,
  ],
  [
    'passed in a second run',
    [
      `    24.5 s     0.5 s cpu    3 tests  ${A}`,
      `    24.5 s     0.5 s cpu    2 tests  ${B}`,
      `failed file: ${B} (1 passed, 1 failed)`,
      `second run: ${B}`,
      `    24.5 s     0.5 s cpu    4 tests  ${B}`,
    ],
    7,
    0,
  ],
  [
    'failed in a hook',
    [
      `    24.5 s     0.5 s cpu    3 tests  ${A}`,
      `     0.5 s     0.5 s cpu    0 tests  ${B}`,
      `failed file: ${B} (0 passed, 1 failed)`,
    ],
    3,
    1,
  ],
  ['not run to their end', [`    24.5 s     0.5 s cpu    3 tests  ${A}`, 'the program ended'], 3, 1],
];

describe('the counts of test files by the lines of the reporter', () => {
  for (const [title, lines, passed, failed] of RUNS) {
    it(`are those of files that have ${title}`, () => {
      const counts = countsOfFiles();
      for (const line of lines) counts.onLine(line);
      expect(counts.of([A, B], 2)).to.deep.equal({ passed, failed, skipped: 2 });
    });
  }
});
